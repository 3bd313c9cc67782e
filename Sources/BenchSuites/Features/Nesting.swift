import ComposableCore

/// A feature with a counter in its innermost child.
protocol Nesting: Reducer, Sendable {
  init()
  static var initialState: State { get }
  /// The action that is `action` of the counter.
  static func action(_ action: Counter.Action) -> Action
  /// What the counter counted.
  static func count(in state: State) -> Int
  /// The store of the counter, scoped level by level.
  @MainActor static func counter(of store: StoreOf<Self>) -> StoreOf<Counter>
}

extension Counter: Nesting {
  static var initialState: State { State() }
  static func action(_ action: Action) -> Action { action }
  static func count(in state: State) -> Int { state.count }
  static func counter(of store: StoreOf<Counter>) -> StoreOf<Counter> { store }
}

extension Level: Nesting {
  static var initialState: State { State() }
  static func action(_ action: Counter.Action) -> Action { .child(Child.action(action)) }
  static func count(in state: State) -> Int { Child.count(in: state.child) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Child.counter(of: store.scope(\.child, action: \.child))
  }
}

extension Wrapper: Nesting {
  static var initialState: State { State() }
  static func action(_ action: Counter.Action) -> Action { .child(Child.action(action)) }
  static func count(in state: State) -> Int { Child.count(in: state.child) }
  static func counter(of store: StoreOf<Self>) -> StoreOf<Counter> {
    Child.counter(of: store.scope(\.child, action: \.child))
  }
}

typealias Levels2<Child: Nesting> = Level<Level<Child>>
typealias Levels5<Child: Nesting> = Level<Levels2<Levels2<Child>>>
typealias Levels10<Child: Nesting> = Levels5<Levels5<Child>>
typealias Levels20<Child: Nesting> = Levels10<Levels10<Child>>

typealias Wrappers2<Child: Nesting> = Wrapper<Wrapper<Child>>
typealias Wrappers5<Child: Nesting> = Wrapper<Wrappers2<Wrappers2<Child>>>
typealias Wrappers10<Child: Nesting> = Wrappers5<Wrappers5<Child>>
typealias Wrappers20<Child: Nesting> = Wrappers10<Wrappers10<Child>>
