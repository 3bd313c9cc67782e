import ComposableCore
import IssueReporting
import ReplayFile
import SignpostTestSupport
import TestSupport
import Testing

/// Random sessions, whose races are found by applying changes of plain numbers in both orders.
@MainActor
@Suite struct RandomRaceTests {
  private let scratch = try! ScratchDirectory()

  /// Changes of two numbers, some of which commute.
  private enum Change: String, CaseIterable, Codable {
    case add, double, clear, addToOther, noteInOther

    func apply(to numbers: inout [Int]) {
      switch self {
      case .add: numbers[0] += 1
      case .double: numbers[0] *= 2
      case .clear: numbers[0] = 0
      case .addToOther: numbers[1] += 1
      case .noteInOther: numbers[1] = numbers[0]
      }
    }
  }

  private struct Numbers: Reducer {
    struct State: Equatable, Codable {
      var numbers = [1, 1]
    }

    enum Action: Codable {
      case changed(Change)
      case started
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .changed(let change):
          change.apply(to: &state.numbers)
          return .none
        case .started:
          return .run { _ in }
        }
      }
    }
  }

  private typealias Step = (action: Numbers.Action, cause: Int?)

  /// A session in which effects and a user take turns by chance.
  private static func steps(_ random: inout SplitMix) -> [Step] {
    var steps: [Step] = []
    var started: [Int] = []
    for _ in 0..<Int.random(in: 2...12, using: &random) {
      let change = Change.allCases.randomElement(using: &random)!
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        steps.append((.started, nil))
        started.append(steps.count)
      case 1: steps.append((.changed(change), nil))
      default: steps.append((.changed(change), started.randomElement(using: &random)))
      }
    }
    return steps
  }

  private static func numbers(after steps: [Step]) -> [Int] {
    var numbers = [1, 1]
    for step in steps {
      if case .changed(let change) = step.action { change.apply(to: &numbers) }
    }
    return numbers
  }

  /// Whether the second of two neighbours could have come first.
  private static func areConcurrent(_ steps: [Step], _ index: Int) -> Bool {
    let (first, second) = (steps[index], steps[index + 1])
    return (first.cause != nil || second.cause != nil) && second.cause != index + 1
      && first.cause != second.cause
  }

  @Test func races_ofRandomSessions_areThoseOfPlainNumbers() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    for number in 0..<100 {
      var random = SplitMix(seed: seed &+ UInt64(number))
      let steps = Self.steps(&random)
      var session = try WrittenSession(of: Numbers(), steps, from: Numbers.State())
      for index in steps.indices { session.actions[index].at = Int64(index) }
      let replay = Replay(
        try scratch.file("session.jsonl", String(decoding: try session.content, as: UTF8.self)))
      for index in steps.indices.dropLast() {
        var other = steps
        other.swapAt(index, index + 1)
        let isRace =
          Self.areConcurrent(steps, index)
          && Self.numbers(after: Array(other[...(index + 1)]))
            != Self.numbers(after: Array(steps[...(index + 1)]))
        let races = try withIssueReporters([]) {
          try replay.races(only: (index + 1, index + 2)) { Numbers() }
        }
        #expect(
          races.races.isEmpty == !isRace,
          "actions \(index + 1) and \(index + 2) of seed \(seed &+ UInt64(number)): \(steps)")
      }
    }
  }
}
