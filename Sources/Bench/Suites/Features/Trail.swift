import ComposableCore

/// A feature with a stack of features of its kind: the cost of a stack at each level.
struct Trail: Reducer {
  struct State: Sendable {
    var count = 0
    var path = StackState<Trail.State>()

    /// Creates a feature with two screens on its stack, the upper of which has two, and so on.
    init(depth: Int = 0) {
      guard depth > 0 else { return }
      path = StackState([State(), State(depth: depth - 1)])
    }

    /// The count of the innermost.
    var innermost: Int { path.last?.innermost ?? count }
  }

  enum Action: CasePathable, Sendable {
    case path(StackActionOf<Trail>)
    case incrementButtonTapped

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackActionOf<Trail>> {
        AnyCasePath(_unsafeEmbed: Action.path) {
          if case .path(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// The action that increments the innermost of a state's screens.
    static func incrementing(in state: State) -> Action {
      guard let id = state.path.ids.last, let screen = state.path.last else {
        return .incrementButtonTapped
      }
      return .path(.element(id: id, action: incrementing(in: screen)))
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path:
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none
      }
    }
    .forEach(\.path, action: \.path) {
      Trail()
    }
  }

  /// The store of the innermost screen.
  @MainActor
  static func innermost(of store: StoreOf<Trail>, depth: Int) -> StoreOf<Trail> {
    var store = store
    for _ in 0..<depth { store = store.scope(\.path, action: \.path)[1] }
    return store
  }
}
