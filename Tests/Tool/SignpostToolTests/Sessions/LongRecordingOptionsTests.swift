import ArgumentParser
import Testing
import TraceRecording

@testable import SignpostTool

@Suite struct LongRecordingOptionsTests {
  @Test(arguments: [
    ("16ms", SlowRule(limit: 16_000_000)),
    ("16ms:", SlowRule(limit: 16_000_000)),
    ("1.5s:todos", SlowRule(limit: 1_500_000_000, prefix: "todos")),
    ("1s:todos:load*", SlowRule(limit: 1_000_000_000, prefix: "todos", action: "load*")),
    ("1s:*:a:b", SlowRule(limit: 1_000_000_000, action: "a:b")),
  ])
  func slowRules(text: String, rule: SlowRule) {
    #expect(SlowRule(argument: text) == rule)
  }

  @Test(arguments: ["", "16", ":todos", "fast"])
  func noSlowRules(text: String) {
    #expect(SlowRule(argument: text) == nil)
  }

  @Test func rotationIsByTimeOrSize() throws {
    let rotate = LongRecordingOptions.Rotation.init(argument:)
    #expect(rotate("10m")?.schedule == .seconds(600))
    #expect(rotate("10min")?.schedule == .seconds(600))
    #expect(rotate("90s")?.schedule == .seconds(90))
    #expect(rotate("500M")?.schedule == .bytes(500 << 20))
    #expect(rotate("10ms") == nil)
    #expect(rotate("10") == nil)
    let options = try LongRecordingOptions.parse(["--max-size", "400M", "--keep", "3"])
    #expect(options.rotation?.schedule == .bytes(100 << 20))
    #expect(options.rotation?.keep == 3)
  }

  @Test(arguments: [
    ["--snapshot", "--rotate", "10m"], ["--keep", "3"], ["--max-snapshots", "3"],
    ["--rotate", "500M", "--max-size", "600M"], ["--max-size", "1M"], ["--max-size", "much"],
    ["--on-slow", "1s", "--max-snapshots", "0"],
  ])
  func contradictionsAreRefused(arguments: [String]) {
    #expect(throws: (any Error).self) { try LongRecordingOptions.parse(arguments) }
  }
}
