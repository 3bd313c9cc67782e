import ComposableCore

/// Lists in a list, and a counter of its own: room for thousands of child stores.
struct Board: Reducer {
  struct State: Sendable {
    var count = 0
    var lists: IdentifiedArrayOf<Rows.State>

    /// Creates lists of at most a hundred rows each, `rows` in total.
    init(rows: Int) {
      lists = IdentifiedArray(
        uniqueElements: stride(from: 0, to: rows, by: 100).map { first in
          Rows.State(id: first / 100, rows: min(100, rows - first))
        })
    }
  }

  enum Action: CasePathable, Sendable {
    case incrementButtonTapped
    case lists(IdentifiedActionOf<Rows>)

    struct AllCasePaths: Sendable {
      var lists: AnyCasePath<Action, IdentifiedActionOf<Rows>> {
        AnyCasePath(embed: Action.lists) { action in
          guard case .lists(let value) = action else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .lists:
        return .none
      }
    }
    .forEach(\.lists, action: \.lists) {
      Rows()
    }
  }

  /// A store of each row.
  @MainActor
  static func rowStores(of store: StoreOf<Board>) -> [StoreOf<Row>] {
    store.lists.flatMap { list in
      let listStore = store.scope(\.lists[list.id], action: \.lists[id: list.id])
      return list.rows.ids.map { listStore.scope(\.rows[$0], action: \.rows[id: $0]) }
    }
  }
}
