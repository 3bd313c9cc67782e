import SystemSupport
import Testing

@testable import BenchHarness

@Suite struct ThresholdsTests {
  private let thresholds = Thresholds(
    memory: [
      "send/root": .init(allocations: 0, bytes: 0),
      "effects/run": .init(allocations: 2.5, bytes: 64),
    ],
    figures: ["send/a / b": .init(value: 1.25, tolerance: 0.25)],
    instructions: ["callgrind, Swift 6.3": ["send/root": 99, "effects/run": 1200.5]])

  @Test func eachNumberHasALineAndNamesAreInOrder() throws {
    #expect(
      try thresholds.json() == """
        {
          "figures": {
            "send/a / b": {"tolerance":0.25,"value":1.25}
          },
          "instructions": {
            "callgrind, Swift 6.3": {
              "effects/run": 1200.5,
              "send/root": 99
            }
          },
          "memory": {
            "effects/run": {"allocations":2.5,"bytes":64},
            "send/root": {"allocations":0,"bytes":0}
          },
          "schema": 1
        }

        """)
  }

  @Test func whatIsWrittenCanBeRead() throws {
    #expect(try Thresholds(json: thresholds.json()) == thresholds)
    #expect(try Thresholds(json: Thresholds().json()) == Thresholds())
  }

  @Test func anotherSchemaIsRefused() throws {
    var other = thresholds
    other.schema = 2
    #expect(throws: (any Error).self) { try Thresholds(json: other.json()) }
  }

  @Test func theCommittedFileIsInTheRepository() throws {
    let scratch = try Scratch()
    try Files.makeDirectory(for: scratch.path + "/.git/config")
    try Files.makeDirectory(for: scratch.path + "/Sources/Core/file")
    let file = ThresholdsFile("", workingDirectory: scratch.path + "/Sources/Core")
    #expect(file.path == scratch.path + "/Benchmarks/Thresholds/thresholds.json")
    #expect(file.pathInRepository == "Benchmarks/Thresholds/thresholds.json")
    let other = ThresholdsFile("mine.json", workingDirectory: scratch.path + "/Sources")
    #expect(other.path == "mine.json")
    #expect(other.pathInRepository == "Sources/mine.json")
  }
}
