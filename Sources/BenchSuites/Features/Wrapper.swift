import ComposableCore

/// A feature that is nothing but a `Scope` around its child: one layer, and only that.
struct Wrapper<Child: Nesting>: Reducer, Sendable {
  struct State {
    var title = 0
    var child = Child.initialState
  }

  enum Action: CasePathable {
    case child(Child.Action)
    case appeared

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
  }
}
