import ComposableCore

/// A feature that presents itself, like the folders of a file browser: the cost of `ifLet` at each
/// level, and of recursive features.
struct Tree: Reducer {
  struct State: Sendable {
    var count = 0
    @PresentationState var child: Tree.State?

    /// Creates a feature that presents `depth` others, one in the other.
    init(depth: Int = 0) {
      if depth > 0 { child = Tree.State(depth: depth - 1) }
    }

    /// The count of the innermost feature.
    var innermost: Int { child?.innermost ?? count }
  }

  enum Action: CasePathable, Sendable {
    indirect case child(PresentationAction<Tree.Action>)
    case incrementButtonTapped
    case presentButtonTapped
    case dismissButtonTapped

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, PresentationAction<Tree.Action>> {
        AnyCasePath(_unsafeEmbed: Action.child) {
          if case .child(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// The action that increments the innermost of `depth` presented features.
    static func incrementing(depth: Int) -> Action {
      depth == 0 ? .incrementButtonTapped : .child(.presented(incrementing(depth: depth - 1)))
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .presentButtonTapped:
        state.child = Tree.State()
        return .none

      case .dismissButtonTapped:
        state.child = nil
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) {
      Tree()
    }
  }

  /// The stores of the presented features, the outermost first.
  @MainActor
  static func presented(by store: StoreOf<Tree>, depth: Int) -> [StoreOf<Tree>] {
    var stores = [store]
    for _ in 0..<depth {
      guard let child = stores.last?.scope(\.child, action: \.child.presented) else { break }
      stores.append(child)
    }
    return stores
  }
}
