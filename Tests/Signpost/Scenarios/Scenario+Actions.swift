import ComposableCore
import Signpost
import TestSupport

extension Scenario {
  static let actions: [Scenario] = [
    Scenario(
      "plain-action",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Feature"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "p", name: "increment"),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .actionBegin(action: 2, cause: 0, parent: 0, store: 1, prefix: "p", name: "nothing"),
        .actionEnd(action: 2, stateChanged: .no, effect: .none),
        .actionBegin(action: 3, cause: 0, parent: 0, store: 1, prefix: "p", name: "typed"),
        .actionEnd(action: 3, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Feature.State()) { Feature(gates: Gates()).signpost("p") }
      store.send(.increment)
      store.send(.nothing)
      store.send(.typed("secret"))
    },
    Scenario(
      "nested-wrappers",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Outer"),
        .actionBegin(
          action: 1, cause: 0, parent: 0, store: 1, prefix: "outer", name: "child.feature.send"),
        .actionBegin(action: 2, cause: 0, parent: 1, store: 1, prefix: "inner", name: "send"),
        .actionEnd(action: 2, stateChanged: .no, effect: .send),
        .actionEnd(action: 1, stateChanged: .no, effect: .send),
        .effectBegin(effect: 1, action: 2, prefix: "inner", name: "send"),
        .effectOutput(effect: 1, name: "done"),
        .effectEnd(effect: 1, outcome: .finished, outputs: 1),
        .actionBegin(
          action: 3, cause: 1, parent: 0, store: 1, prefix: "outer", name: "child.feature.done"),
        .actionBegin(action: 4, cause: 1, parent: 3, store: 1, prefix: "inner", name: "done"),
        .actionEnd(action: 4, stateChanged: .no, effect: .none),
        .actionEnd(action: 3, stateChanged: .no, effect: .none),
        .actionBegin(action: 5, cause: 0, parent: 0, store: 1, prefix: "outer", name: "other"),
        .actionEnd(action: 5, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Outer.State()) { Outer(gates: Gates()) }
      store.send(.child(.feature(.send)))
      store.send(.other)
    },
    Scenario(
      "scoped-store",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Outer"),
        .storeCreated(store: 2, parent: 1, feature: "Feature"),
        .scope(store: 1, child: 2, isCached: false),
        .actionBegin(
          action: 1, cause: 0, parent: 0, store: 1, prefix: "outer",
          name: "child.feature.increment"),
        .actionBegin(action: 2, cause: 0, parent: 1, store: 1, prefix: "inner", name: "increment"),
        .actionEnd(action: 2, stateChanged: .yes, effect: .none),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .storeReleased(store: 1),
        .storeReleased(store: 2),
      ]
    ) {
      let store = Store(initialState: Outer.State()) { Outer(gates: Gates()) }
      store.scope(\.child, action: \.child.feature).send(.increment)
    },
  ]
}
