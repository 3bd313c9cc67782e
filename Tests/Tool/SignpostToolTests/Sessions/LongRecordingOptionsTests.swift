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

  @Test func flight_conditions_areThoseOfTheOptions() throws {
    let options = try LongRecordingOptions.parse([
      "--on-failed-effect", "--on-queue", "100", "--on-memory", "512M", "--max-snapshots", "4/h",
    ])
    let flight = try #require(options.flight)
    #expect(
      flight.conditions.map(\.text) == ["--on-failed-effect", "--on-queue 100", "--on-memory 512M"])
    #expect(flight.limit == .init(4, isHourly: true))
    #expect(options.conditionOnActions == "--on-failed-effect")
    #expect(try LongRecordingOptions.parse(["--on-memory", "1G"]).conditionOnActions == nil)
  }

  @Test func snapshotLimit_pause_countsAllOrThoseOfAnHour() throws {
    let ages = [Duration.seconds(4000), .seconds(3000), .seconds(10)]
    #expect(FlightRecorderOptions.Limit("4")?.pause(after: ages) == .zero)
    #expect(FlightRecorderOptions.Limit("3")?.pause(after: ages) == Optional<Duration>.none)
    #expect(FlightRecorderOptions.Limit("3/h")?.pause(after: ages) == .zero)
    #expect(FlightRecorderOptions.Limit("2/h")?.pause(after: ages) == .seconds(600))
    #expect(FlightRecorderOptions.Limit("1/h")?.pause(after: ages) == .seconds(3590))
    for text in ["", "0", "0/h", "/h", "2/m", "-1"] {
      #expect(FlightRecorderOptions.Limit(text) == nil)
    }
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
    ["--on-slow", "1s", "--max-snapshots", "0"], ["--on-slow", "1s", "--max-snapshots", "3/s"],
    ["--on-queue", "0"], ["--on-memory", "much"], ["--on-failed-effect", "--rotate", "10m"],
  ])
  func contradictionsAreRefused(arguments: [String]) {
    #expect(throws: (any Error).self) { try LongRecordingOptions.parse(arguments) }
  }
}
