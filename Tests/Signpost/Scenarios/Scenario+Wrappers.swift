import ComposableCore
import Signpost
import TestSupport

extension Scenario {
  /// Optional records of wrappers.
  static let wrappers: [Scenario] = [
    Scenario(
      "payloads",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Feature"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "p", name: "typed"),
        .actionPayload(action: 1, payload: "typed(\"hello\")"),
        .actionEnd(action: 1, stateChanged: .no, effect: .none),
        .actionBegin(action: 2, cause: 0, parent: 0, store: 1, prefix: "p", name: "typed"),
        .actionPayload(action: 2, payload: "typed(\"0123456789012345678901…"),
        .actionEnd(action: 2, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Feature.State()) {
        Feature(gates: Gates()).signpost("p", payload: .full(limit: 32))
      }
      store.send(.typed("hello"))
      store.send(.typed(String(repeating: "0123456789", count: 100)))
    },
    Scenario(
      "budget",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Int"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "hour", name: "Int"),
        .actionBegin(action: 2, cause: 0, parent: 1, store: 1, prefix: "micro", name: "Int"),
        .actionEnd(action: 2, stateChanged: .no, effect: .none),
        .budgetExceeded(
          action: 2, prefix: "micro", name: "Int", budget: .microseconds(1), taken: .zero),
        .actionEnd(action: 1, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: 0) {
        Reduce<Int, Int> { _, _ in
          let end = ContinuousClock.now + .milliseconds(1)
          while ContinuousClock.now < end {}
          return .none
        }
        .signpost("micro", budget: .microseconds(1))
        .signpost("hour", budget: .seconds(3600))
      }
      store.send(1)
    },
    Scenario(
      "state-differences", including: .stateDiffs,
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Outer"),
        .actionBegin(
          action: 1, cause: 0, parent: 0, store: 1, prefix: "outer",
          name: "child.feature.increment"),
        .actionBegin(
          action: 2, cause: 0, parent: 1, store: 1, prefix: "inner", name: "increment"),
        .actionEnd(action: 2, stateChanged: .yes, effect: .none),
        .stateDiff(action: 2, text: "count"),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .stateDiff(action: 1, text: "child.count"),
        .actionBegin(
          action: 3, cause: 0, parent: 0, store: 1, prefix: "outer", name: "child.feature.nothing"),
        .actionBegin(action: 4, cause: 0, parent: 3, store: 1, prefix: "inner", name: "nothing"),
        .actionEnd(action: 4, stateChanged: .no, effect: .none),
        .actionEnd(action: 3, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Outer.State()) { Outer(gates: Gates()) }
      store.send(.child(.feature(.increment)))
      store.send(.child(.feature(.nothing)))
    },
    Scenario(
      "state-differences-in-full", including: .stateDiffs,
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Feature"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "increment"),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .stateDiff(
          action: 1, text: "- Feature.State(count: 0)\n+ Feature.State(count: 1)"),
        .storeCreated(store: 2, parent: 0, feature: "Feature"),
        .actionBegin(action: 2, cause: 0, parent: 0, store: 2, prefix: "quiet", name: "increment"),
        .actionEnd(action: 2, stateChanged: .yes, effect: .none),
        .storeReleased(store: 2),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Feature.State()) {
        Feature(gates: Gates()).signpost(stateDiff: .full)
      }
      store.send(.increment)
      do {
        let other = Store(initialState: Feature.State()) {
          Feature(gates: Gates()).signpost("quiet", stateDiff: .none)
        }
        other.send(.increment)
      }
      _ = store.count
    },
  ]
}

extension [SignpostEvent] {
  /// The events without the parts that differ each time.
  public var withoutTimes: [SignpostEvent] {
    map { event in
      guard case .budgetExceeded(let action, let prefix, let name, let budget, _) = event else {
        return event
      }
      return .budgetExceeded(
        action: action, prefix: prefix, name: name, budget: budget, taken: .zero)
    }
  }
}
