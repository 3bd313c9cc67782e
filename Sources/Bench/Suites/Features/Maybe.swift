import ComposableCore

/// A feature around an optional child: `Maybe<Maybe<Counter>>` is two optional children, one in the
/// other.
struct Maybe<Child: Nesting>: Nesting where Child.Action: Sendable {
  struct State: NestingState {
    var volume = 0
    var child: Child.State? = Child.State()

    var counter: Counter.State { child?.counter ?? Counter.State() }
  }

  enum Action: CasePathable, Sendable {
    case child(Child.Action)
    case removeButtonTapped
    case volumeChanged(Int)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child:
        return .none

      case .removeButtonTapped:
        state.child = nil
        return .none

      case .volumeChanged(let volume):
        state.volume = volume
        return .none
      }
    }
    .ifLet(\.child, action: \.child) {
      Child()
    }
  }

  static func action(_ action: Counter.Action) -> Action { .child(Child.action(action)) }

  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    guard let child = store.scope(\.child, action: \.child) else {
      preconditionFailure("the child is there from the start")
    }
    return Child.counter(of: child)
  }
}

typealias Maybe1 = Maybe<Counter>
typealias Maybe5 = Maybe<Maybe<Maybe<Maybe<Maybe1>>>>
typealias Maybe10 = Maybe<Maybe<Maybe<Maybe<Maybe<Maybe5>>>>>
