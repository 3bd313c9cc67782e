import ComposableCore
import Signpost
import TestSupport

extension Scenario {
  /// Events of stores besides the actions they are sent.
  static let stores: [Scenario] = [
    child("child") { _ = $0.scope(\.always, action: \.always) },
    child("optional child") { _ = $0.scope(\.atTimes, action: \.atTimes) },
    child("element") { _ = $0.scope(\.several, action: \.several).first },
    Scenario(
      "observers",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Feature"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "increment"),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .observeBegin(
          store: 1, file: "Scenarios/Scenario+Stores.swift", action: 1, property: "Feature.count",
          others: 0),
        .observeEnd(store: 1, file: "Scenarios/Scenario+Stores.swift"),
        .actionBegin(action: 2, cause: 0, parent: 0, store: 1, prefix: "", name: "nothing"),
        .actionEnd(action: 2, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Feature.State()) { Feature(gates: Gates()).signpost() }
      let gates = Gates()
      let token = observe { if store.count == 1 { gates.open("shown") } }
      store.send(.increment)
      await gates.pass("shown")
      store.send(.nothing)
      token.cancel()
    },
    Scenario(
      "observer of a child",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Outer"),
        .actionBegin(
          action: 1, cause: 0, parent: 0, store: 1, prefix: "outer",
          name: "child.feature.increment"),
        .actionBegin(
          action: 2, cause: 0, parent: 1, store: 1, prefix: "inner", name: "increment"),
        .actionEnd(action: 2, stateChanged: .yes, effect: .none),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        // The innermost of the nested actions.
        .observeBegin(
          store: 1, file: "Scenarios/Scenario+Stores.swift", action: 2, property: "Outer.child",
          others: 0),
        .observeEnd(store: 1, file: "Scenarios/Scenario+Stores.swift"),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Outer.State()) { Outer(gates: Gates()) }
      let gates = Gates()
      let token = observe { if store.child.count == 1 { gates.open("shown") } }
      store.send(.child(.feature(.increment)))
      await gates.pass("shown")
      token.cancel()
    },
    Scenario(
      "observer over budget",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Feature"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "increment"),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .observeBegin(
          store: 1, file: "Scenarios/Scenario+Stores.swift", action: 1, property: "Feature.count",
          others: 0),
        .observeEnd(store: 1, file: "Scenarios/Scenario+Stores.swift"),
        .budgetExceeded(
          action: 0, prefix: "", name: "Scenarios/Scenario+Stores.swift:7",
          budget: .nanoseconds(1), taken: .zero),
        .storeReleased(store: 1),
      ]
    ) {
      let store = Store(initialState: Feature.State()) { Feature(gates: Gates()).signpost() }
      let gates = Gates()
      let token = observe(
        budget: .nanoseconds(1), { if store.count == 1 { gates.open("shown") } }, line: 7)
      store.send(.increment)
      await gates.pass("shown")
      // The observer has reacted, and reported that, before the main actor gets here.
      token.cancel()
    },
    Scenario(
      "sends", including: .sends,
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Outer"),
        .storeCreated(store: 2, parent: 1, feature: "Feature"),
        .scope(store: 1, child: 2, isCached: false),
        .send(
          action: 1, cause: 0, store: 2, depth: 0, isReentrant: false,
          name: "child.feature.increment"),
        .actionBegin(
          action: 1, cause: 0, parent: 0, store: 1, prefix: "outer",
          name: "child.feature.increment"),
        .actionBegin(
          action: 2, cause: 0, parent: 1, store: 1, prefix: "inner", name: "increment"),
        .actionEnd(action: 2, stateChanged: .yes, effect: .none),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .send(
          action: 3, cause: 0, store: 1, depth: 0, isReentrant: false, name: "child.feature.merge"),
        .actionBegin(
          action: 3, cause: 0, parent: 0, store: 1, prefix: "outer", name: "child.feature.merge"),
        .actionBegin(action: 4, cause: 0, parent: 3, store: 1, prefix: "inner", name: "merge"),
        .actionEnd(action: 4, stateChanged: .no, effect: .merge),
        .actionEnd(action: 3, stateChanged: .no, effect: .merge),
        .effectBegin(effect: 1, action: 4, prefix: "inner", name: "merge"),
        .effectOutput(effect: 1, name: "increment"),
        .send(
          action: 5, cause: 1, store: 1, depth: 1, isReentrant: false,
          name: "child.feature.increment"),
        .effectEnd(effect: 1, outcome: .finished, outputs: 1),
        .effectBegin(effect: 2, action: 4, prefix: "inner", name: "merge"),
        .effectOutput(effect: 2, name: "nothing"),
        .send(
          action: 6, cause: 2, store: 1, depth: 2, isReentrant: false,
          name: "child.feature.nothing"),
        .effectEnd(effect: 2, outcome: .finished, outputs: 1),
        .actionBegin(
          action: 5, cause: 1, parent: 0, store: 1, prefix: "outer",
          name: "child.feature.increment"),
        .actionBegin(
          action: 7, cause: 1, parent: 5, store: 1, prefix: "inner", name: "increment"),
        .actionEnd(action: 7, stateChanged: .yes, effect: .none),
        .actionEnd(action: 5, stateChanged: .yes, effect: .none),
        .actionBegin(
          action: 6, cause: 2, parent: 0, store: 1, prefix: "outer", name: "child.feature.nothing"),
        .actionBegin(action: 8, cause: 2, parent: 6, store: 1, prefix: "inner", name: "nothing"),
        .actionEnd(action: 8, stateChanged: .no, effect: .none),
        .actionEnd(action: 6, stateChanged: .no, effect: .none),
        .storeReleased(store: 1),
        .storeReleased(store: 2),
      ]
    ) {
      let store = Store(initialState: Outer.State()) { Outer(gates: Gates()) }
      store.scope(\.child, action: \.child.feature).send(.increment)
      store.send(.child(.feature(.merge)))
    },
  ]

  /// A store is asked twice for a child, which is made and found.
  private static func child(
    _ name: String, _ ask: @escaping @MainActor @Sendable (StoreOf<Family>) -> Void
  ) -> Scenario {
    Scenario(
      name,
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Family"),
        .storeCreated(store: 2, parent: 1, feature: "Member"),
        .scope(store: 1, child: 2, isCached: false),
        .scope(store: 1, child: 2, isCached: true),
        .storeReleased(store: 1),
        .storeReleased(store: 2),
      ]
    ) {
      let store = Store(initialState: Family.State()) { Family().signpost() }
      ask(store)
      ask(store)
    }
  }
}

/// A parent with one child that is always there, one that is there at times, and several.
private struct Family: Reducer {
  struct State: Equatable {
    var always = Member.State()
    var atTimes: Member.State? = Member.State()
    var several: IdentifiedArrayOf<Member.State> = [Member.State()]
  }

  enum Action: CasePathable {
    case always(Member.Action)
    case atTimes(Member.Action)
    case several(IdentifiedActionOf<Member>)

    struct AllCasePaths: Sendable {
      var always: AnyCasePath<Action, Member.Action> {
        AnyCasePath(embed: Action.always) { if case .always(let value) = $0 { value } else { nil } }
      }
      var atTimes: AnyCasePath<Action, Member.Action> {
        AnyCasePath(embed: Action.atTimes) {
          if case .atTimes(let value) = $0 { value } else { nil }
        }
      }
      var several: AnyCasePath<Action, IdentifiedActionOf<Member>> {
        AnyCasePath(embed: Action.several) {
          if case .several(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

/// A child that does nothing.
private struct Member: Reducer {
  struct State: Equatable, Identifiable { var id = 0 }
  enum Action: Sendable { case nothing }

  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}
