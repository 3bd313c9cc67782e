import ComposableCore

/// A feature that presents itself, whose action carries a text: the cost of actions with references
/// on their way through presented features.
struct Draft: Reducer {
  struct State: Sendable {
    var text = ""
    var edits = 0
    @PresentationState var child: Draft.State?

    /// Creates a feature that presents `depth` others, one in the other.
    init(depth: Int = 0) {
      if depth > 0 { child = Draft.State(depth: depth - 1) }
    }
  }

  enum Action: CasePathable, Sendable {
    indirect case child(PresentationAction<Draft.Action>)
    case textChanged(String)
    case clearButtonTapped

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, PresentationAction<Draft.Action>> {
        AnyCasePath(_unsafeEmbed: Action.child) {
          if case .child(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .textChanged(let text):
        state.text = text
        state.edits += 1
        return .none

      case .clearButtonTapped:
        state.text = ""
        return .none
      }
    }
    .ifLet(\.$child, action: \.child) {
      Draft()
    }
  }

  /// The store of the innermost feature.
  @MainActor
  static func innermost(of store: StoreOf<Draft>, depth: Int) -> StoreOf<Draft> {
    var store = store
    for _ in 0..<depth {
      guard let child = store.scope(\.child, action: \.child.presented) else { break }
      store = child
    }
    return store
  }
}
