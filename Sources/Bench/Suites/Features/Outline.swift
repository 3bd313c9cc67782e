import ComposableCore

/// A feature whose elements are features of its kind, as the rows of an outline are: the cost of
/// `forEach` at each level.
struct Outline: Reducer {
  struct State: Identifiable, Sendable {
    var id = 0
    var count = 0
    var items: IdentifiedArrayOf<Outline.State> = []

    /// Creates a row with three rows in it, the second of which has three rows, and so on.
    init(id: Int = 0, depth: Int) {
      self.id = id
      guard depth > 0 else { return }
      items = [State(id: 1, depth: 0), State(id: 2, depth: depth - 1), State(id: 3, depth: 0)]
    }

    /// The count of the innermost.
    var innermost: Int { items[id: 2]?.innermost ?? count }
  }

  enum Action: CasePathable, Sendable {
    indirect case items(IdentifiedActionOf<Outline>)
    case incrementButtonTapped

    struct AllCasePaths: Sendable {
      var items: AnyCasePath<Action, IdentifiedActionOf<Outline>> {
        AnyCasePath(_unsafeEmbed: Action.items) {
          if case .items(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// The action that increments the innermost row.
    static func incrementing(depth: Int) -> Action {
      depth == 0
        ? .incrementButtonTapped
        : .items(.element(id: 2, action: incrementing(depth: depth - 1)))
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .items:
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
    .forEach(\.items, action: \.items) {
      Outline()
    }
  }

  /// The store of the innermost row.
  @MainActor
  static func innermost(of store: StoreOf<Outline>, depth: Int) -> StoreOf<Outline> {
    var store = store
    for _ in 0..<depth { store = store.scope(\.items, action: \.items)[1] }
    return store
  }
}
