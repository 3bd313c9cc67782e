import ComposableCore
import Foundation

/// The number of actions by name.
final class ActionCounts {
  private(set) var counts: [String: Int] = [:]

  func count(_ name: String) {
    counts[name, default: 0] += 1
  }

  /// The counts as a JSON object whose keys are in alphabetical order.
  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      return try encoder.encode(counts) + Data("\n".utf8)
    }
  }
}

extension Reducer where Action == CounterFeature.Action {
  /// Returns a reducer that also counts the actions that this reducer receives.
  func counted(by counts: ActionCounts) -> CountedReducer<Self> {
    CountedReducer(base: self, counts: counts)
  }
}

/// A higher-order reducer: one that does something of its own around any other.
struct CountedReducer<Base: Reducer>: Reducer where Base.Action == CounterFeature.Action {
  let base: Base
  let counts: ActionCounts

  var body: some Reducer<Base.State, Base.Action> {
    Reduce { _, action in
      counts.count(action.name)
      return .none
    }
    base
  }
}

extension CounterFeature.Action {
  /// The name of the case, written by hand, to be compared with the name in a trace.
  var name: String {
    switch self {
    case .decrementButtonTapped: "decrementButtonTapped"
    case .incrementButtonTapped: "incrementButtonTapped"
    case .factButtonTapped: "factButtonTapped"
    case .factResponse: "factResponse"
    case .factFailed: "factFailed"
    case .timerTick: "timerTick"
    case .toggleTimerButtonTapped: "toggleTimerButtonTapped"
    }
  }
}
