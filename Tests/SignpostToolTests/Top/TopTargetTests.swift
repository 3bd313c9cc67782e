import Testing
import TraceAnalysis

@testable import SignpostTool

/// What the command line of `signpost top` names.
@Suite struct TopTargetTests {
  @Test(
    arguments: [
      (["--", "server", "-v"], TopTarget.program(["server", "-v"])),
      (["./server"], .program(["./server"])), (["server", "8080"], .program(["server", "8080"])),
      (["4711"], .process(4711)), (["production"], .session("production")),
      (["net://relay:1"], .address(LiveAddress(relay: "relay", port: 1))),
    ] as [([String], TopTarget)])
  func readsTargets(words: [String], target: TopTarget) {
    #expect(TopTarget(words[...]) == target)
  }

  @Test(arguments: [[], ["--"], ["0"], ["-1"], ["http://relay"]] as [[String]])
  func refusesOthers(words: [String]) {
    #expect(TopTarget(words[...]) == nil)
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
