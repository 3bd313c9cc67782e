import ComposableCore
import Signpost
import TestSupport

extension Scenario {
  /// What happens to stores besides the actions they are sent.
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
