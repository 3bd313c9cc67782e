import ComposableCore

/// A stack of screens.
struct Screens: Reducer {
  struct State: Sendable {
    var count = 0
    var path = StackState<Row.State>()

    /// Creates a stack of `count` screens.
    init(screens count: Int) {
      path = StackState((0..<count).map { Row.State(id: $0) })
    }
  }

  enum Action: CasePathable, Sendable {
    case incrementButtonTapped
    case path(StackActionOf<Row>)

    struct AllCasePaths: Sendable {
      var path: AnyCasePath<Action, StackActionOf<Row>> {
        AnyCasePath(_unsafeEmbed: Action.path) {
          if case .path(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped, .path:
        state.count += 1
        return .none
      }
    }
    .forEach(\.path, action: \.path) {
      Row()
    }
  }
}
