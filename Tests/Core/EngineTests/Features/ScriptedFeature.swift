import ComposableCore

/// A feature that executes the scripts of a program. `World+Reference.swift` has the same for the
/// reference engine.
protocol ScriptedFeature: Reducer, Sendable
where State: ScriptedState, Action: ScriptedAction {
  init(world: World)
  /// The store of a child of the store of this feature.
  @MainActor static func scope(_ store: Store<State, Action>, _ route: ArraySlice<Hop>)
    -> (any ScopedStore)?
  /// The same where the root is an actor.
  static func scope(
    _ store: StoreActor<State, Action>, _ route: ArraySlice<Hop>
  ) async -> (any ScopedStore)?
}

/// A state that scripts change, of either engine.
protocol Scripted {
  /// Distinguishes the feature from others in the same place.
  var identity: [Int] { get }
  mutating func apply(_ change: Change, in world: World)
  /// The number that the feature shares with others.
  func shared(in world: World) -> Int
}

extension Scripted {
  func shared(in world: World) -> Int { 0 }
}

protocol ScriptedState: Scripted, Sendable {
  init(id: Int, population: Int)
  /// The number of levels of features inside of each other.
  static var level: Int { get }
  /// The same for the reference engine.
  var model: NodeModel { get }
}

protocol ScriptedAction: Sendable {
  /// The action that runs a script in the child that a route leads to. The rest of a route without
  /// such children is ignored.
  init(_ route: ArraySlice<Hop>, _ order: Order)
  /// The script, and the number of features further down.
  var target: (order: Order, distance: Int)? { get }
}

extension ScriptedAction {
  init(_ target: Target) { self.init(target.route[...], target.order) }
}

/// A store of any child.
@MainActor
protocol ScopedStore: AnyObject {
  func run(_ order: Order) async -> StoreTask
  var model: NodeModel { get async }
  /// Observes the state, if the store can be observed.
  func makeObserver() -> Observer<NodeModel>?
}

extension Store: ScopedStore where State: ScriptedState, Action: ScriptedAction {
  func run(_ order: Order) -> StoreTask { send(Action([], order)) }
  var model: NodeModel { state.model }

  func makeObserver() -> Observer<NodeModel>? { Observer { [weak self] in self?.model } }
}
