import ComposableCore
import ReferenceEngine

/// A feature that executes the scripts of a program. The same state, the same actions and the same
/// scripts run on both engines; the composition is written once for each.
protocol ScriptedFeature: Reducer, Sendable
where State: ScriptedState, Action: ScriptedAction {
  init(world: World)
  /// The feature for the reference engine.
  ///
  /// - Parameter place: Names the place among the features that the same feature embeds with
  ///   `Scope`.
  static func reference(_ world: World, place: String) -> ReferenceReducer<State, Action>
  /// The store of a child of the store of this feature.
  @MainActor static func scope(_ store: Store<State, Action>, _ route: ArraySlice<Hop>)
    -> (any ScopedStore)?
}

protocol ScriptedState: Equatable, Sendable {
  init(id: Int, population: Int)
  /// Distinguishes it from others in the same place.
  var identity: [Int] { get }
  mutating func apply(_ change: Change)
  /// The state of a child.
  func child(at route: ArraySlice<Hop>) -> (any ScriptedState)?
}

extension ScriptedState {
  func isEqual(to other: any ScriptedState) -> Bool { other as? Self == self }
}

protocol ScriptedAction: Sendable {
  /// The action that runs a script in the child that a route leads to. The rest of a route without
  /// such children is ignored.
  init(_ route: ArraySlice<Hop>, script: Int)
  /// The number of the script, and the number of features further down.
  var target: (script: Int, distance: Int)? { get }
}

extension ScriptedAction {
  init(_ target: Target) { self.init(target.route[...], script: target.script) }
}

/// A store of any child.
@MainActor
protocol ScopedStore: AnyObject {
  func run(script: Int) async -> StoreTask
  var anyState: any ScriptedState { get async }
}

extension Store: ScopedStore where State: ScriptedState, Action: ScriptedAction {
  func run(script: Int) -> StoreTask { send(Action([], script: script)) }
  var anyState: any ScriptedState { state }
}
