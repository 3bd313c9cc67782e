import ComposableCore

/// The parts of nested features.
protocol Nested: Reducer, Sendable {
  associatedtype Payload: Sendable
  init()
  static var initialState: State { get }
  @MainActor static func innermost(of store: StoreOf<Self>) -> StoreOf<Echo<Payload>>
}

extension Nested {
  @MainActor static func makeStore() -> (root: StoreOf<Self>, innermost: StoreOf<Echo<Payload>>) {
    let root = Store(initialState: initialState) { Self() }
    return (root, innermost(of: root))
  }
}

/// A feature around another, to be nested in itself: generic, so that the engine is tested where
/// the compiler does not know the types.
struct Nest<Child: Nested>: Nested {
  struct State {
    var child = Child.initialState
    var received: [String] = []
  }

  enum Action: CasePathable {
    case child(Child.Action)
    case other(String)

    struct AllCasePaths: Sendable {
      var child: AnyCasePath<Action, Child.Action> {
        AnyCasePath(embed: Action.child) { if case .child(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, action: \.child) { Child() }
    Reduce { state, action in
      switch action {
      case .child: state.received.append("child")
      case .other(let text): state.received.append(text)
      }
      return .none
    }
  }

  static var initialState: State { State() }

  static func innermost(of store: StoreOf<Self>) -> StoreOf<Echo<Child.Payload>> {
    Child.innermost(of: store.scope(\.child, action: \.child))
  }
}

typealias Nest4<Child: Nested> = Nest<Nest<Nest<Nest<Child>>>>
typealias Nest16<Child: Nested> = Nest4<Nest4<Nest4<Nest4<Child>>>>

/// A feature whose actions carry a value of any type.
struct Echo<Payload: Sendable>: Nested {
  struct State: Sendable { var received: [Payload] = [] }
  enum Action {
    case receive(Payload)
    case echo(Payload)
    case forget
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .receive(let payload):
        state.received.append(payload)
        return .none
      case .echo(let payload):
        return .send(.receive(payload))
      case .forget:
        state.received = []
        return .none
      }
    }
  }

  static var initialState: State { State() }
  static func innermost(of store: StoreOf<Self>) -> StoreOf<Self> { store }
}
