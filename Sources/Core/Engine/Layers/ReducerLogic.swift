/// The function that runs for an action, without the types of state, action and effect.
///
/// State and action are passed as pointers, and an effect as an object or `nil`, so that the path
/// from a root to one of its parts is the same code for all features: it is compiled once, here,
/// and is as fast for features that the compiler could not specialize as for others. Only the
/// functions of the features at the ends of the path, and those of their case paths, are
/// specialized for the types.
@usableFromInline
struct ReducerLogic {
  @usableFromInline let function: ErasedReducer
  /// The layer that `function` runs, if any, available now or later. One reference: with another
  /// word in this type, the compiler does not inline the closure of a `Reduce`.
  private let target: Target?

  /// The layer that `function` runs, if any: a layer calls the one below it directly, which a
  /// processor predicts better than an indirect call.
  var layer: ScopeLayer? { target?.layer }
  /// Returns the layer once the reducer is prepared, if that happens later.
  var deferred: DeferredLogic? { target?.deferred }

  /// A layer, or a reducer that becomes one when it is prepared.
  @usableFromInline
  class Target {
    var layer: ScopeLayer? { nil }
    var deferred: DeferredLogic? { nil }
  }

  @usableFromInline
  init(_ function: @escaping ErasedReducer) {
    self.function = function
    target = nil
  }

  @usableFromInline
  init(_ layer: ScopeLayer) {
    function = { state, action in layer.reduce(state, action) }
    target = layer
  }

  @usableFromInline
  init(_ deferred: DeferredLogic) {
    function = { state, action in deferred.resolved.function(state, action) }
    target = deferred
  }

  /// Runs two reducers in order on the same state and action.
  @usableFromInline
  init<State, Action>(
    _ first: PreparedReducer<State, Action>, before next: PreparedReducer<State, Action>
  ) {
    let sequence = ReducerSequence(first.logic, next.logic, merge: Effect<Action>.mergeErased)
    self.init { state, action in sequence.run(state, action) }
  }
}

/// A reducer's function without its types: it receives pointers to state and action, and returns
/// the effect, if there is one.
@usableFromInline
package typealias ErasedReducer = (
  _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
) -> AnyEffectNode?

/// Two reducers that run in order, as one object: a closure's only capture is its context, while
/// several captures have to be loaded one by one for each action.
private final class ReducerSequence {
  private let first: ErasedReducer
  private let next: ErasedReducer
  private let merge: (AnyEffectNode, AnyEffectNode) -> AnyEffectNode?

  init(
    _ first: ReducerLogic, _ next: ReducerLogic,
    merge: @escaping (AnyEffectNode, AnyEffectNode) -> AnyEffectNode?
  ) {
    self.first = first.function
    self.next = next.function
    self.merge = merge
  }

  func run(_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer) -> AnyEffectNode? {
    let effect = first(state, action)
    let nextEffect = next(state, action)
    guard let effect else { return nextEffect }
    guard let nextEffect else { return effect }
    return merge(effect, nextEffect)
  }
}
