import ComposableCore
import Foundation
import IssueReporting
import ReplayFile
import Scenarios
import SignpostTestSupport
import TestSupport
import Testing

/// A door with a code, whose mistakes need several actions.
private struct Door: Reducer {
  struct State: Codable, Equatable {
    var typed: [Int] = []
    var isOpen = false
    var alarms = 0
  }

  enum Action: Codable, Equatable, Sendable {
    case typed(Int)
    case cleared
    case knocked(by: String)
    case opened
    case alarmChecked
    case alarmAnswered(count: Int)
  }

  enum Mistake { case none, opensWithoutCode, reports, crashes, mistypes }
  var mistake = Mistake.none

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .typed(let digit): state.typed.append(mistake == .mistypes ? 0 : digit)
      case .cleared: state.typed = []
      case .knocked: break
      case .opened:
        let isRight = state.typed.suffix(4) == [1, 2, 3, 4]
        if isRight, mistake == .reports { reportIssue("the code is known") }
        if isRight, mistake == .crashes { fatalError("the door is stuck") }
        state.isOpen = isRight != (mistake == .opensWithoutCode)
        if !state.isOpen { state.alarms += 1 }
      case .alarmChecked: return .run { _ in }
      case .alarmAnswered(let count): state.alarms = count
      }
      return .none
    }
  }
}

/// A feature with values of Foundation, and the state of another module.
private struct Dated: Reducer {
  enum Action: Codable, Equatable, Sendable { case moved(Date) }

  var body: some Reducer<Errands.State, Action> {
    Reduce { state, _ in
      state.ticks += 1
      return .none
    }
  }
}

@MainActor
@Suite struct ShrinkTests {
  private let scratch = try! ScratchDirectory()

  /// Many actions, among which the code is typed in places given by a seed.
  private func steps(_ count: Int, seed: UInt64) -> [(action: Door.Action, cause: Int?)] {
    var random = SplitMix(seed: seed)
    var steps: [(action: Door.Action, cause: Int?)] = (0..<count).map { number in
      number % 3 == 0 ? (.knocked(by: "\(number)"), nil) : (.alarmAnswered(count: 0), nil)
    }
    let places = Set((0..<8).map { _ in Int.random(in: 0..<count, using: &random) }).sorted()
    for (digit, place) in zip([1, 2, 3, 4], places.suffix(5)) {
      steps[place].action = .typed(digit)
    }
    steps[places.last!].action = .opened
    return steps
  }

  private func session(
    _ steps: [(action: Door.Action, cause: Int?)], _ mistake: Door.Mistake = .none
  ) throws -> Replay {
    let session = try WrittenSession(
      of: Door(mistake: mistake), steps, from: Door.State(),
      changed: { ChangedNames.of($0.before, $0.after) })
    let content = String(decoding: try session.content, as: UTF8.self)
    return Replay(try scratch.file("session.jsonl", content))
  }

  private static let code = ["typed", "typed", "typed", "typed", "opened"]

  @Test func shrink_invariant_keepsTheActionsThatBreakIt() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let shrunk = try await session(steps(2000, seed: seed)).shrink(.invariant { !$0.isOpen }) {
      Door()
    }
    #expect(shrunk.actionNames == Self.code, "seed \(seed)")
    #expect(shrunk.recordedCount == 2000)
  }

  @Test func shrink_issue_keepsTheActionsThatReportIt() async throws {
    let shrunk = try await session(steps(500, seed: 1)).shrink(.issue) { Door(mistake: .reports) }
    #expect(shrunk.actionNames == Self.code)
    #expect(shrunk.failure.contains("the code is known"))
  }

  @Test func shrink_crash_runsInChildProcesses() async throws {
    let shrunk = try await session(steps(200, seed: 2)).shrink(.crash) { Door(mistake: .crashes) }
    #expect(shrunk.actionNames == Self.code)
    #expect(shrunk.failure.contains("'opened' ends the program by signal"))
  }

  @Test func shrink_difference_endsWithTheActionThatDiffers() async throws {
    let output = scratch.path("shrunk.jsonl")
    let replay = try session(steps(500, seed: 3))
    let shrunk = try await replay.shrink(to: output) { Door(mistake: .opensWithoutCode) }
    #expect(shrunk.actionNames == Self.code)
    // The session fails as the whole one does, and passes once the mistake is mended.
    let message = await failure {
      _ = try? await Replay(output).run { Door(mistake: .opensWithoutCode) }
    }
    #expect(message.contains("It changes 'alarms' instead of 'isOpen'."))
    #expect(try await Replay(output).run { Door() }.difference == nil)
  }

  @Test func shrink_effectsAction_goesWithItsCause() async throws {
    var steps: [(action: Door.Action, cause: Int?)] = [
      (.knocked(by: "a"), nil), (.alarmChecked, nil), (.alarmAnswered(count: 0), 2),
      (.alarmChecked, nil), (.alarmAnswered(count: 7), 4), (.knocked(by: "b"), nil),
    ]
    let shrunk = try await session(steps).shrink(.end { $0.alarms != 7 }) { Door() }
    #expect(shrunk.actionNames == ["alarmChecked", "alarmAnswered"])
    steps.removeLast()
    let source = shrunk.swiftSource(expecting: "state.alarms == 7")
    #expect(source.contains("// From the effect of 'alarmChecked':"))
    #expect(source.contains("action: .alarmAnswered(count: 7))"))
  }

  @Test func shrink_passingSession_throws() async throws {
    let replay = try session(steps(50, seed: 4))
    for failure in [ReplayFailure<Door.State>.difference, .issue, .crash, .invariant { _ in true }]
    {
      await #expect(throws: (any Error).self) { try await replay.shrink(failure) { Door() } }
    }
  }

  @Test func shrink_source_isATestOfAFewLines() async throws {
    let replay = try session(steps(300, seed: 5))
    let shrunk = try await replay.shrink { Door(mistake: .opensWithoutCode) }
    let source = shrunk.swiftSource()
    #expect(
      source.hasSuffix(
        """
        @MainActor
        @Test func door_opened() {
          let feature = Door()
          var state = Door.State(typed: [], isOpen: false, alarms: 0)
          _ = feature.reduce(into: &state, action: .typed(1))
          _ = feature.reduce(into: &state, action: .typed(2))
          _ = feature.reduce(into: &state, action: .typed(3))
          _ = feature.reduce(into: &state, action: .typed(4))
          let before = state
          _ = feature.reduce(into: &state, action: .opened)
          #expect(state.isOpen != before.isOpen)
          #expect(state.alarms == before.alarms)
        }

        """), "\(source)")
  }

  @Test func shrink_differenceOfValues_leavesTheExpectationToTheUser() async throws {
    let replay = try session(steps(300, seed: 5))
    let shrunk = try await replay.shrink { Door(mistake: .mistypes) }
    #expect(shrunk.actionNames == ["typed"])
    let source = shrunk.swiftSource()
    #expect(
      source.hasSuffix(
        """
          var state = Door.State(typed: [], isOpen: false, alarms: 0)
          _ = feature.reduce(into: &state, action: .typed(1))
          // The session has no values to compare with. The last action makes these changes now:
          //     Door.State(
          //       typed: [
          //   +     [0]: 0
          //       ],
          //       isOpen: false,
          //       alarms: 0
          //     )
          Issue.record("State here what has to hold, for example: #expect(state == …)")
        }

        """), "\(source)")
    let expecting = shrunk.swiftSource(expecting: "state.typed == [1]")
    #expect(expecting.hasSuffix("  #expect(state.typed == [1])\n}\n"))
    #expect(!expecting.contains("Issue.record"))
  }

  @Test(arguments: [true, false])
  func shrink_brokenExpectation_writesATestThatFailsUntilItHasOne(atEnd: Bool) async throws {
    let failure: ReplayFailure<Door.State> =
      atEnd ? .end { !$0.isOpen } : .invariant { !$0.isOpen }
    let steps: [(action: Door.Action, cause: Int?)] = [1, 2, 3, 4].map { (.typed($0), nil) }
    let shrunk = try await session(steps + [(.opened, nil)]).shrink(failure) { Door() }
    #expect(
      shrunk.swiftSource() == """
        import ComposableCore
        import Testing

        /// The state is not as expected.
        @MainActor
        @Test func door_opened() {
          let feature = Door()
          var state = Door.State(typed: [], isOpen: false, alarms: 0)
          _ = feature.reduce(into: &state, action: .typed(1))
          _ = feature.reduce(into: &state, action: .typed(2))
          _ = feature.reduce(into: &state, action: .typed(3))
          _ = feature.reduce(into: &state, action: .typed(4))
          _ = feature.reduce(into: &state, action: .opened)
          Issue.record("State here what has to hold, for example: #expect(state == …)")
        }

        """)
    #expect(
      shrunk.swiftSource(expecting: "!state.isOpen").hasSuffix(
        "action: .opened)\n  #expect(!state.isOpen)\n}\n"))
  }

  @Test func shrink_featureOfAnotherModule_isImported() async throws {
    let session = try WrittenSession(
      of: Dated(), [(.moved(Date(timeIntervalSince1970: 7)), nil)], from: Errands.State())
    let path = try scratch.file(
      "dated.jsonl", String(decoding: try session.content, as: UTF8.self))
    let shrunk = try await Replay(path).shrink(.end { $0.ticks == 0 }) { Dated() }
    #expect(
      shrunk.swiftSource().hasPrefix(
        """
        import ComposableCore
        import Foundation
        import Testing

        @testable import Scenarios

        /// The state
        """), "\(shrunk.swiftSource())")
  }

  @Test func shrink_tenThousandActions_findsSeven() async throws {
    let start = ContinuousClock.now
    var steps: [(action: Door.Action, cause: Int?)] = (0..<10_000).map {
      (.knocked(by: "\($0)"), nil)
    }
    let places = [17, 1203, 1204, 5000, 7777, 9001, 9999]
    for (digit, place) in zip([9, 9, 1, 2, 3, 4], places) { steps[place].action = .typed(digit) }
    steps[9999].action = .opened
    let shrunk = try await session(steps).shrink(
      .invariant { $0.typed.count < 6 || !$0.isOpen }
    ) { Door() }
    #expect(shrunk.actionCount == 7)
    // `make nightly` limits the time; otherwise no test depends on the speed of the machine.
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let limit = ProcessInfo.processInfo.environment["SHRINK_SECONDS"].flatMap(Double.init)
    print("shrank 10,000 actions to 7 in \(seconds) s, \(shrunk.attempts) attempts")
    if let limit { #expect(seconds < limit) }
  }
}

/// The names of the door's changed properties.
private enum ChangedNames {
  static func of(_ before: Door.State, _ after: Door.State) -> [String]? {
    var names: [String] = []
    if before.typed != after.typed { names.append("typed") }
    if before.isOpen != after.isOpen { names.append("isOpen") }
    if before.alarms != after.alarms { names.append("alarms") }
    return names.isEmpty ? nil : names
  }
}
