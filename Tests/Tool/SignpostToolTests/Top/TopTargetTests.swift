import ArgumentParser
import Testing
import TraceAnalysis

@testable import SignpostTool

/// The targets on the command line of `signpost top`.
@Suite struct TopTargetTests {
  private func target(_ names: [String], program: [String] = []) throws -> TopTarget {
    try LiveOptions.parse([]).target(names, program: program, command: "top")
  }

  @Test(
    arguments: [
      ([], ["server", "-v"], TopTarget.program(["server", "-v"])),
      (["./server"], [], .program(["./server"])),
      (["4711"], [], .process(4711)), (["production"], [], .session("production")),
      (["net://relay:1"], [], .address(LiveAddress(relay: "relay", port: 1))),
    ] as [([String], [String], TopTarget)])
  func readsTargets(names: [String], program: [String], target: TopTarget) throws {
    #expect(try self.target(names, program: program) == target)
  }

  @Test(arguments: [[], ["0"], ["-1"], ["http://relay"], ["server", "8080"]] as [[String]])
  func refusesOthers(names: [String]) {
    #expect(throws: ValidationError.self) { try target(names) }
  }

  @Test(arguments: [["4711", "--json", "--count", "2"], ["--json", "--count", "2", "4711"]])
  func readsOptionsOnEitherSideOfTheTarget(words: [String]) throws {
    let command = try TopCommand.parse(words)
    #expect(command.target == "4711")
    #expect(command.json)
    #expect(command.count == 2)
  }

  @Test func leavesOptionsAfterTheSeparatorToTheProgram() throws {
    let command = try TopCommand.parse(["--json", "--", "./server", "--json", "-x"])
    #expect(command.program == ["./server", "--json", "-x"])
    #expect(throws: (any Error).self) { try TopCommand.parse(["4711", "--", "./server"]) }
    #expect(throws: (any Error).self) { try TopCommand.parse(["./server", "--port", "80"]) }
  }

  /// The program would be shown without its unwrapped stores, or with all events, and nothing would
  /// say so.
  @Test(arguments: [
    ["4711", "--all-stores"], ["4711", "--follow-forks"], ["4711", "--program-output", "output"],
    ["4711", "-o", "output"], ["4711", "--relay", "host"], ["production", "--all-stores"],
    ["production", "--loglevel", "info"], ["net://relay/host/alpha/one", "--relay", "host"],
    ["net://relay/host/alpha/one", "--loglevel", "info"],
    ["--relay", "host", "--", "./server"], ["./server", "--relay", "host"],
  ])
  func parse_optionWithoutEffectOnTheTarget_isRefused(words: [String]) {
    #expect(throws: (any Error).self) { try TopCommand.parse(words) }
    #expect(throws: (any Error).self) { try ViewCommand.parse(["--live"] + words) }
  }

  @Test(arguments: [
    ["4711", "--loglevel", "info"], ["production", "--relay", "host"],
    ["./server", "--all-stores", "--follow-forks", "--loglevel", "info", "-o", "output"],
    ["net://relay/host/alpha/one", "--interval", "5s", "--window", "5s"],
  ])
  func parse_optionWithEffectOnTheTarget_isAccepted(words: [String]) throws {
    _ = try TopCommand.parse(words)
    _ = try ViewCommand.parse(["--live"] + words)
  }

  @Test func choosesTheOnlySession() throws {
    let relay = LiveAddress(relay: "relay")
    let sessions = [
      LiveSession(name: "one", host: "alpha"), LiveSession(name: "two", host: "alpha"),
      LiveSession(name: "two", host: "beta"),
    ]
    #expect(
      try TopTarget.choose("one", of: sessions, at: relay).description
        == "net://relay:5344/host/alpha/one")
    #expect(throws: TopFailure.self) { try TopTarget.choose("two", of: sessions, at: relay) }
    #expect(throws: TopFailure.self) { try TopTarget.choose(nil, of: sessions, at: relay) }
    #expect(throws: TopFailure.self) { try TopTarget.choose("three", of: sessions, at: relay) }
  }
}
