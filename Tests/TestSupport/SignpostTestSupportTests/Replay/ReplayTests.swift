import ComposableCore
import Foundation
import ReplayFile
import Scenarios
import SignpostTestSupport
import TestSupport
import Testing

@MainActor
@Suite struct ReplayTests {
  private let scratch = try! ScratchDirectory()

  private static let session: [(action: Errands.Action, cause: Int?)] = [
    (.added("milk"), nil), (.added("tea"), nil), (.askButtonTapped, nil),
    (.answered("2 errands", number: 2), 3), (.cleared, nil), (.added("salt"), nil),
  ]

  private func replay(_ session: WrittenSession) throws -> Replay {
    let content = try session.content
    return Replay(try scratch.file("session.jsonl", String(decoding: content, as: UTF8.self)))
  }

  // MARK: What repeats

  @Test func aSessionRepeatsWithoutDependencies() async throws {
    let replay = try replay(try WrittenSession(Self.session))
    let result = try await replay.run {
      Errands(ask: { _ in fatalError("effects do not run") })
    }
    #expect(result.actionCount == 6)
    #expect(result.difference == nil)
    #expect(result.state == Errands.State(names: ["salt"], answer: "2 errands"))
  }

  @Test func corpus_directory_hasItsSessionsByName() async throws {
    let content = String(decoding: try WrittenSession(Self.session).content, as: UTF8.self)
    for name in ["b.jsonl", "a.jsonl", "notes.txt"] {
      try scratch.file("sessions/\(name)", content)
    }
    let sessions = try Replay.corpus(scratch.path("sessions"))
    #expect(sessions.map(\.testDescription) == ["a.jsonl", "b.jsonl"])
    for session in sessions {
      #expect(try await session.run { Errands() }.difference == nil)
    }
    try scratch.file("empty/notes.txt", "")
    #expect(throws: (any Error).self) { try Replay.corpus(scratch.path("empty")) }
  }

  @Test func effectsRunWhereOnlyTheActionsFromOutsideAreTaken() async throws {
    let replay = try replay(try WrittenSession(Self.session))
    let result = try await replay.run(.fromOutside) { Errands() }
    #expect(result.actionCount == 6)
    #expect(result.difference == nil)
  }

  @Test func aClockIsMovedOnByTheTimesOfTheRecording() async throws {
    var session = try WrittenSession(
      [
        (.startButtonTapped, nil), (.ticked, 1), (.ticked, 1), (.added("milk"), nil),
        (.ticked, 1), (.stopButtonTapped, nil), (.added("tea"), nil),
      ], "cancelled")
    // A little later than the clock says, as in every recording.
    for (index, second) in [0, 1.01, 2.02, 2.5, 3.01, 3.5, 60].enumerated() {
      session.actions[index].at = Int64(second * 1e9)
    }
    let clock = TestClock()
    let result = try await replay(session).run(.fromOutside, advancing: clock) {
      Errands(clock: clock)
    }
    #expect(result.actionCount == 7)
    #expect(result.difference == nil)
    #expect(result.state.ticks == 3)
  }

  @Test func aStateCanBePassed() async throws {
    var session = try WrittenSession(Self.session)
    session.header.state = nil
    session.header.stateProblem = "its 9 bytes are more than the wrapper's limit"
    let replay = try replay(session)
    let error = await #expect(throws: ReplayFileError.self) { try await replay.run { Errands() } }
    #expect("\(error!)".contains("its 9 bytes are more than the wrapper's limit"))
    let result = try await replay.run(initialState: Errands.State()) { Errands() }
    #expect(result.difference == nil)
  }

  /// A recording that began while the program ran.
  @Test func actionsOfEffectsFromBeforeAreTakenFromTheRecording() async throws {
    var session = try WrittenSession([(.answered("none", number: 0), nil), (.cleared, nil)])
    session.actions[0].cause = ReplayAction.Cause(effect: 1, action: nil)
    let result = try await replay(session).run(.fromOutside) { Errands() }
    #expect(result.difference == nil)
    #expect(result.actionCount == 2)
  }

  @Test func tenThousandActions() async throws {
    let steps: [(action: Errands.Action, cause: Int?)] = (0..<10_000).map {
      ($0 % 100 == 99 ? .cleared : .added("errand \($0)"), nil)
    }
    let session = try WrittenSession(steps)
    let result = try await replay(session).run { Errands() }
    #expect(result.actionCount == 10_000)
    #expect(result.difference == nil)
  }

  /// A session that was really recorded: a test from outside passes its path, and the change of the
  /// feature.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["REPLAY_SESSION"] != nil),
    arguments: [Replay.Mode.everything, .fromOutside])
  func theRecordedSession(mode: Replay.Mode) async throws {
    let environment = ProcessInfo.processInfo.environment
    let suffix = environment["REPLAY_SUFFIX"] ?? ""
    let clock = TestClock()
    let result = try await Replay(environment["REPLAY_SESSION"] ?? "").run(mode, advancing: clock) {
      Errands(clock: clock, interval: .milliseconds(20), add: { $0.names.append($1 + suffix) })
    }
    #expect(result.actionCount == (suffix.isEmpty ? 11 : 1))
  }

  // MARK: What differs

  @Test func anActionThatDoesSomethingElseIsNamedWhereTheReplayIs() async throws {
    let replay = try replay(try WrittenSession(Self.session))
    var result: ReplayResult<Errands.State>?
    let line = #line + 2
    try await withKnownIssue {
      result = try await replay.run { Errands(add: { $0.names.append($1 == "tea" ? "Tea" : $1) }) }
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return issue.sourceLocation?.line == line && text.contains("'added'")
        && text.contains("Action 2 of 6")
    }
    #expect(result?.actionCount == 2)
    let text = try #require(result?.difference)
    #expect(text.contains("Its digest") || text.contains("its digest is"))
    #expect(text.contains("1. added, from outside"))
    #expect(text.contains("\"Tea\""))
  }

  @Test func anotherPropertyOrEffectIsADifference() async throws {
    let replay = try replay(try WrittenSession(Self.session))
    var result: ReplayResult<Errands.State>?
    await withKnownIssue {
      result = try await replay.run {
        Errands(add: { state, name in
          state.names.append(name)
          state.ticks += 1
        })
      }
    }
    #expect(result?.difference?.contains("It changes 'names, ticks' instead of 'names'.") == true)
    var session = try WrittenSession(Self.session)
    session.actions[4].returned = "run"
    let other = try self.replay(session)
    await withKnownIssue { result = try await other.run { Errands() } }
    #expect(result?.actionCount == 5)
    #expect(
      result?.difference?.contains(
        "Its effect is another one: none instead of one of the kind 'run'.")
        == true)
  }

  @Test func whatAnEffectSendsIsCompared() async throws {
    let replay = try replay(try WrittenSession(Self.session))
    var result: ReplayResult<Errands.State>?
    await withKnownIssue {
      result = try await replay.run(.fromOutside) { Errands(ask: { "\($0) things" }) }
    }
    #expect(result?.actionCount == 3)
    #expect(result?.difference?.contains("sends other values now") == true)
    #expect(result?.difference?.contains("2 things") == true)
  }

  /// An action of an effect is not processed any more then, and must not keep the effect.
  @Test func aReplayThatEndsEarlyKeepsNothing() async throws {
    final class Answers: Sendable {
      func answer(_ number: Int) -> String { "\(number) things" }
    }
    let replay = try replay(try WrittenSession(Self.session))
    func isKept() async -> () -> Bool {
      let answers = Answers()
      await withKnownIssue {
        _ = try await replay.run(.fromOutside) { Errands(ask: { answers.answer($0) }) }
      }
      return { [weak answers] in answers != nil }
    }
    let isKept = await isKept()
    await Task.megaYield()
    #expect(!isKept())
  }

  @Test func whatAnEffectDoesNotSendIsMissed() async throws {
    let replay = try replay(
      try WrittenSession([(.startButtonTapped, nil), (.ticked, 1)], "running"))
    var result: ReplayResult<Errands.State>?
    await withKnownIssue {
      result = try await replay.run(.fromOutside, timeout: .milliseconds(1)) {
        Errands(clock: TestClock())
      }
    }
    #expect(
      result?.difference?.contains(
        "The effect of action 1, 'startButtonTapped', does not send it: it still runs") == true)
  }

  @Test func whatAnEffectSendsBesidesIsADifference() async throws {
    var session = try WrittenSession([(.askButtonTapped, nil), (.cleared, nil)])
    session.effects = [ReplayEffect(effect: 1, of: 1, outcome: "finished", outputs: 0)]
    let other = session
    let result = ResultBox()
    await withKnownIssue {
      result.value = try await replay(other).run(.fromOutside) { Errands() }
    }
    #expect(
      result.value?.difference?.contains("An effect of it sends 'answered' now, which none did.")
        == true)
    // A cancelled effect might have sent an action.
    session.effects[0].outcome = "cancelled"
    #expect(try await replay(session).run(.fromOutside) { Errands() }.difference == nil)
  }

  /// For a closure that may not change captured variables.
  @MainActor private final class ResultBox {
    var value: ReplayResult<Errands.State>?
  }

  /// Whatever action is the first to go wrong, it is the one that is named.
  @Test func theFirstDifferenceIsNamedInRandomSessions() async throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SplitMix(seed: seed)
    for _ in 0..<20 {
      let steps: [(action: Errands.Action, cause: Int?)] = (0..<30).map { index in
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: (.cleared, nil)
        case 1: (.askButtonTapped, nil)
        default: (.added("errand \(index)"), nil)
        }
      }
      let wrong = Int.random(in: 0..<30, using: &generator)
      let expected = steps.indices.first {
        $0 >= wrong && steps[$0].action == .added("errand \($0)")
      }
      let replay = try replay(try WrittenSession(steps))
      let result = ResultBox()
      await withKnownIssue(isIntermittent: true) {
        result.value = try await replay.run {
          Errands(add: { state, name in
            let number = Int(name.split(separator: " ")[1])!
            state.names.append(number >= wrong ? "wrong" : name)
          })
        }
      }
      #expect(result.value?.actionCount == (expected ?? 29) + 1, "seed \(seed)")
      #expect((result.value?.difference == nil) == (expected == nil), "seed \(seed)")
    }
  }

  // MARK: What cannot be replayed

  @Test func changedCasesAreNamedBeforeAnythingRuns() async throws {
    enum Renamed: Codable, Equatable {
      case added(String)
      case emptied
      case askButtonTapped
      case answered(String)
    }
    let replay = try replay(try WrittenSession(Self.session))
    let ran = LockIsolated(0)
    let error = await #expect(throws: ReplayFileError.self) {
      try await replay.run(initialState: 0) {
        Reduce<Int, Renamed> { _, _ in
          ran.withValue { $0 += 1 }
          return .none
        }
      }
    }
    let text = "\(error!)"
    #expect(ran.value == 0)
    #expect(text.contains("'Renamed' does not have any more; nothing was replayed"))
    #expect(text.contains("• answered, once, first as action 4: it holds other values now"))
    #expect(text.contains("• cleared, once, first as action 5: "))
    #expect(!text.contains("• added"))
  }

  @Test func aChangedStateIsNamed() async throws {
    var session = try WrittenSession(Self.session)
    session.header.state = Data(#"{"names":[],"isAsking":false}"#.utf8)
    let replay = try replay(session)
    let error = await #expect(throws: ReplayFileError.self) { try await replay.run { Errands() } }
    #expect("\(error!)".contains("'ticks' is missing"))
  }

  @Test func filesAreReadAsAWholeOrNotAtAll() async throws {
    let content = String(decoding: try WrittenSession(Self.session).content, as: UTF8.self)
    let lines = content.split(separator: "\n").map(String.init)
    func error(_ lines: [String]) async throws -> String {
      let path = try scratch.file("damaged.jsonl", lines.joined(separator: "\n"))
      let error = await #expect(throws: ReplayFileError.self) {
        try await Replay(path).run { Errands() }
      }
      return "\(error!)"
    }
    #expect(try await error([]).contains("is no session"))
    #expect(try await error(Array(lines.dropFirst())).contains("is no session"))
    #expect(try await error(Array(lines.prefix(5))).contains("after 4 of 6 actions"))
    #expect(
      try await error(lines.filter { !$0.contains("tea") }).contains(
        "damaged at line 3: action 2 was expected"))
    #expect(
      try await error(lines.map { $0.replacing("\"at\":", with: "\"it\":") }).contains(
        "damaged at line 2: 'at' is missing"))
    #expect(
      try await error(
        lines.map { $0.replacing("\"signpostSession\":1", with: "\"signpostSession\":9") }
      )
      .contains("has version 9"))
    let error = await #expect(throws: ReplayFileError.self) {
      try await Replay("nowhere.jsonl").run { Errands() }
    }
    #expect("\(error!)".contains("there is no such file"))
  }
}
