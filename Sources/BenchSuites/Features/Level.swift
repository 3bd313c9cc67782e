import ComposableCore

/// A feature around a child, with logic of its own, as in real programs.
///
/// Generic only so that twenty levels need not be written down twenty times: each level of
/// `Levels20<Counter>` is a concrete type for which the compiler makes code of its own.
struct Level<Child: Nesting>: Reducer, Sendable {
  struct State {
    var title = 0
    var child = Child.initialState
    var resets = 0
  }

  enum Action: CasePathable {
    case child(Child.Action)
    case resetButtonTapped

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.child) { action in
          guard case .child(let value) = action else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Scope(\.child, action: \.child) {
      Child()
    }
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .resetButtonTapped:
        state.child = Child.initialState
        state.resets += 1
        return .none
      }
    }
  }
}
