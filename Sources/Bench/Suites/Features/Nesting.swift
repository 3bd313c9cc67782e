import ComposableCore

/// A feature with a counter as its innermost child.
protocol Nesting: Reducer, Sendable where State: NestingState {
  init()
  /// The action that is `action` of the counter.
  static func action(_ action: Counter.Action) -> Action
  /// The store of the counter, scoped level by level.
  @MainActor static func counter(of store: StoreOf<Self>) -> StoreOf<Counter>
}

/// The state of such a feature.
protocol NestingState: Sendable {
  init()
  /// The state of the counter.
  var counter: Counter.State { get }
}

extension Counter: Nesting {
  static func action(_ action: Action) -> Action { action }
  static func counter(of store: StoreOf<Counter>) -> StoreOf<Counter> { store }
}

extension Counter.State: NestingState {
  var counter: Counter.State { self }
}
