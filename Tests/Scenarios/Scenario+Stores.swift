import ComposableCore
import Signpost
import TestSupport

extension Scenario {
  /// What happens to stores besides the actions they are sent.
  static let stores: [Scenario] = [
    Scenario(
      "children",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Family"),
        .storeCreated(store: 2, parent: 1, feature: "Member"),
        .scope(store: 1, child: 2, isCached: false),
        .scope(store: 1, child: 2, isCached: true),
        .storeCreated(store: 3, parent: 1, feature: "Member"),
        .scope(store: 1, child: 3, isCached: false),
        .scope(store: 1, child: 3, isCached: true),
        .storeCreated(store: 4, parent: 1, feature: "Member"),
        .scope(store: 1, child: 4, isCached: false),
        .scope(store: 1, child: 4, isCached: true),
      ]
    ) {
      let store = Store(initialState: Family.State()) { Family().signpost() }
      _ = store.scope(\.always, action: \.always)
      _ = store.scope(\.always, action: \.always)
      _ = store.scope(\.atTimes, action: \.atTimes)
      _ = store.scope(\.atTimes, action: \.atTimes)
      _ = store.scope(\.several, action: \.several).first
      _ = store.scope(\.several, action: \.several).first
      // In what order they go away is not said.
      kept.withLock { $0.append(store) }
    },
    Scenario(
      "observers",
      events: [
        .storeCreated(store: 1, parent: 0, feature: "Feature"),
        .actionBegin(action: 1, cause: 0, parent: 0, store: 1, prefix: "", name: "increment"),
        .actionEnd(action: 1, stateChanged: .yes, effect: .none),
        .observeBegin(store: 1, file: "Scenarios/Scenario+Stores.swift"),
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
  ]

  private static let kept = Locked<[any Sendable]>([])
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
