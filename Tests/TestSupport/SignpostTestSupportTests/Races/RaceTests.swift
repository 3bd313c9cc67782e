import ComposableCore
import IssueReporting
import ReplayFile
import SignpostTestSupport
import TestSupport
import Testing

@MainActor
@Suite struct RaceTests {
  private let scratch = try! ScratchDirectory()

  /// A session of actions, each with the number of the action that started its effect, ten
  /// milliseconds apart.
  private func session(
    _ steps: [(action: Library.Action, cause: Int?)],
    _ change: (inout WrittenSession) -> Void = { _ in }
  ) throws -> Replay {
    var session = try WrittenSession(of: Library(), steps, from: Library.State())
    for index in session.actions.indices { session.actions[index].at = Int64(index) * 10_000_000 }
    change(&session)
    return Replay(
      try scratch.file("session.jsonl", String(decoding: try session.content, as: UTF8.self)))
  }

  private func races(
    of steps: [(action: Library.Action, cause: Int?)], within gap: Duration = .seconds(1),
    _ change: (inout WrittenSession) -> Void = { _ in }
  ) throws -> ReplayRaces {
    let replay = try session(steps, change)
    // The issues are the descriptions of the races.
    return try withIssueReporters([]) { try replay.races(within: gap) { Library() } }
  }

  private func pairs(_ races: ReplayRaces) -> [[Int]] { races.races.map { [$0.first, $0.second] } }

  @Test func races_gapBelowAMillisecond_isGivenInMicroseconds() throws {
    let steps: [(action: Library.Action, cause: Int?)] = [
      (.searched("a"), nil), (.searched("ab"), nil), (.found(["a"]), 1), (.found(["ab"]), 2),
    ]
    let races = try races(of: steps) { $0.actions[3].at = $0.actions[2].at + 42_000 }
    #expect(races.races.first?.description.contains(", 42.0 µs later\n") == true, "\(races)")
  }

  @Test func races_sessionInTheSource_isThatOfAFile() throws {
    let session = try WrittenSession(
      of: Library(),
      [(.searched("a"), nil), (.searched("ab"), nil), (.found(["a"]), 1), (.found(["ab"]), 2)],
      from: Library.State())
    let content = String(decoding: try session.content, as: UTF8.self)
    let races = try withIssueReporters([]) {
      try Replay(content: content).races(within: .seconds(5)) { Library() }
    }
    #expect(pairs(races) == [[3, 4]])
    #expect(races.races.first?.description.contains("of 'RaceTests.swift'") == true)
  }

  // MARK: Races

  @Test func races_answersOfTwoRequests_areFound() throws {
    let races = try races(of: [
      (.searched("a"), nil), (.searched("ab"), nil), (.found(["a"]), 1), (.found(["ab"]), 2),
    ])
    // The first answer after the second one, and nothing else: the requests come from one user.
    #expect(pairs(races) == [[3, 4]])
    let race = try #require(races.races.first)
    #expect(race.names == ["found", "found"])
    #expect(race.properties == ["results[0]"])
    #expect(race.gap == .milliseconds(10))
    #expect(race.description.contains(#"-     [0]: "ab""#), "\(race)")
    #expect(race.description.contains(#"+     [0]: "a""#), "\(race)")
    #expect(
      race.description.contains(
        "4. found, sent by the effect of action 2, at 0.03 s, 10.0 ms later")
    )
    #expect(race.description.contains("races(only: (3, 4))"))
    #expect(races.isComplete)
  }

  @Test func races_answerAndActionFromOutside_areFound() throws {
    let races = try races(of: [
      (.searched("a"), nil), (.loadButtonTapped, nil), (.announced("loading"), 2),
      (.found(["a"]), 1), (.searched("b"), nil), (.timerStarted, nil), (.ticked, 6),
      (.incremented, nil),
    ])
    // 'searched' does not change the results, so that the answer may come before or after it.
    #expect(pairs(races) == [])
    let doubled = try self.races(of: [
      (.timerStarted, nil), (.incremented, nil), (.countedTwice, 1), (.incremented, nil),
    ])
    #expect(pairs(doubled) == [[2, 3], [3, 4]])
  }

  @Test func races_closestPairOfNames_isReportedOnce() throws {
    let races = try races(
      of: [
        (.searched("a"), nil), (.searched("b"), nil), (.found(["a"]), 1), (.found(["b"]), 2),
        (.searched("c"), nil), (.searched("d"), nil), (.found(["c"]), 5), (.found(["d"]), 6),
      ]
    ) { $0.actions[7].at = $0.actions[6].at + 1_000_000 }
    #expect(pairs(races) == [[7, 8]])
    #expect(races.races.first?.count == 2)
    #expect(races.races.first?.gap == .milliseconds(1))
  }

  @Test func races_cancellationBeforeItsEffect_isFound() throws {
    let races = try races(of: [
      (.timerStarted, nil), (.searchedLatest("a"), nil), (.incremented, nil), (.cancelled, 1),
    ])
    // The order of the last two makes no difference.
    #expect(pairs(races) == [[2, 4]])
    let race = try #require(races.races.first)
    #expect(race.properties == [])
    #expect(race.description.contains("action 2, 'searchedLatest', is not cancelled"), "\(race)")
  }

  // MARK: Orders that the program cannot take

  @Test func races_answerOfACancelledRequest_isNoRace() throws {
    let steps: [(action: Library.Action, cause: Int?)] = [
      (.searchedLatest("a"), nil), (.found(["a"]), 1), (.searchedLatest("ab"), nil),
      (.found(["ab"]), 3), (.cancelled, nil),
    ]
    let races = try races(of: steps)
    // Whether the end of a request is noticed before or after a cancellation is no difference.
    #expect(pairs(races) == [])
    #expect(races.triedCount == 0)
  }

  @Test func races_answerForARemovedChild_isNoRace() throws {
    let races = try races(of: [
      (.opened, nil), (.page(.appeared), nil), (.page(.arrived("text")), 2), (.closed, nil),
    ])
    #expect(pairs(races) == [])
    #expect(races.triedCount == 0)
  }

  @Test func races_actionsOfOneEffectOrOfOneUser_areNotTried() throws {
    let races = try races(of: [
      (.timerStarted, nil), (.ticked, 1), (.countedTwice, 1), (.incremented, 1),
    ])
    #expect(pairs(races) == [])
    #expect(races.triedCount == 0)
  }

  @Test func races_actionsFarApart_areNotTried() throws {
    let steps: [(action: Library.Action, cause: Int?)] = [
      (.timerStarted, nil), (.incremented, nil), (.countedTwice, 1),
    ]
    #expect(pairs(try races(of: steps, within: .milliseconds(10))) == [[2, 3]])
    let races = try races(of: steps, within: .milliseconds(9))
    #expect(pairs(races) == [])
    #expect(races.triedCount == 0)
  }

  // MARK: Orders without a difference

  @Test func races_effectsOfOneActionThatCommute_areTriedAndNoRace() throws {
    let races = try races(
      of: [
        (.loadButtonTapped, nil), (.announced("loading"), 1), (.loaded("a"), 1), (.loaded("b"), 1),
        (.incremented, nil),
      ]
    ) {
      // Three effects: 'send', and two that work.
      for (index, effect) in [1: 1, 2: 2, 3: 3] { $0.actions[index].cause?.effect = effect }
      $0.effects = (1...3).map { .init(effect: $0, of: 1, outcome: "finished", outputs: 1) }
    }
    #expect(pairs(races) == [])
    // Either before the other, and 'incremented' before both.
    #expect(races.triedCount == 3)
  }

  @Test func races_elementsOfTwoStacks_keepTheirIDs() throws {
    let races = try races(of: [
      (.timerStarted, nil), (.shelved, nil), (.piled, 1), (.shelved, nil),
    ])
    #expect(pairs(races) == [])
    #expect(races.triedCount == 2)
  }

  // MARK: Limits and errors

  @Test func races_moreThanTheLimit_areNotComplete() throws {
    let replay = try session([
      (.timerStarted, nil), (.incremented, nil), (.incremented, nil), (.ticked, 1),
    ])
    let races = try replay.races(limit: 1) { Library() }
    #expect(races.triedCount == 1)
    #expect(!races.isComplete)
    #expect("\(races)".contains("raise 'limit'"))
  }

  @Test func races_ordersThatCannotBeTaken_countForTheLimit() throws {
    let search: [(action: Library.Action, cause: Int?)] = [
      (.timerStarted, nil), (.searchedLatest("a"), nil), (.found(["a"]), 2), (.cancelled, nil),
      (.searchedLatest("b"), nil), (.found(["b"]), 5), (.cancelled, nil), (.ticked, 1),
    ]
    let replay = try session(search)
    let limited = try withIssueReporters([]) { try replay.races(limit: 2) { Library() } }
    #expect(limited.triedCount == 0)
    #expect(!limited.isComplete)
    #expect(try withIssueReporters([]) { try replay.races { Library() } }.isComplete)
  }

  @Test func races_onlyAPair_reportsNoOther() async throws {
    let replay = try session([
      (.searched("a"), nil), (.searched("b"), nil), (.searched("c"), nil), (.found(["a"]), 1),
      (.found(["b"]), 2), (.found(["c"]), 3),
    ])
    let message = await failure {
      #expect(throws: Never.self) {
        let races = try replay.races(only: (5, 6)) { Library() }
        #expect(pairs(races) == [[5, 6]])
      }
    }
    #expect(message.contains("5. found, sent by the effect of action 2"), "\(message)")
  }

  @Test func races_changedFeature_isReported() async throws {
    let replay = try session([(.timerStarted, nil), (.incremented, nil), (.countedTwice, 1)])
    let message = await failure {
      #expect(throws: Never.self) {
        try replay.races {
          Reduce<Library.State, Library.Action> { state, _ in
            state.count += 2
            return .none
          }
        }
      }
    }
    #expect(message.contains("Action 1 of 3 in 'session.jsonl', 'timerStarted'"), "\(message)")
  }

  @Test func races_incomparableState_throws() throws {
    struct State {}
    let replay = try session([(.incremented, nil)])
    let error = #expect(throws: (any Error).self) {
      try replay.races(initialState: State()) { Reduce<State, Library.Action> { _, _ in .none } }
    }
    #expect("\(error!)".contains("let 'State' be 'Equatable' or 'Encodable'"))
  }
}
