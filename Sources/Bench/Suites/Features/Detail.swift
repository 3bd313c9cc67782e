import ComposableCore

/// A feature with an optional child.
struct Detail: Reducer {
  struct State: Sendable {
    var counter: Counter.State? = Counter.State()
  }

  enum Action: CasePathable, Sendable {
    case counter(Counter.Action)
    case dismissButtonTapped

    struct AllCasePaths: Sendable {
      var counter: AnyCasePath<Action, Counter.Action> {
        AnyCasePath(embed: Action.counter) { action in
          guard case .counter(let value) = action else { return nil }
          return value
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .counter:
        return .none

      case .dismissButtonTapped:
        state.counter = nil
        return .none
      }
    }
    .ifLet(\.counter, action: \.counter) {
      Counter()
    }
  }
}
