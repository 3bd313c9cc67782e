/// What runs for an action, without the types of state, action and effect.
///
/// State and action are handed on by address, and an effect is an object or nothing, so that the way
/// from a root to one of its parts is the same code for all features: it is compiled once, here, and
/// as fast where the compiler could not specialise a feature as where it could. What knows the types
/// are the functions of the features at the ends of the way, and those of their case paths.
@usableFromInline
struct ReducerLogic {
  @usableFromInline
  typealias Function = (_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer) ->
    AnyEffectNode?

  @usableFromInline let function: Function
  /// The layer that `function` runs, if it is one: a layer calls the one below it directly, which a
  /// processor predicts better than a call of a function by its address.
  let layer: ScopeLayer?

  @usableFromInline
  init(_ function: @escaping Function) {
    self.function = function
    layer = nil
  }

  @usableFromInline
  init(_ layer: ScopeLayer) {
    function = { state, action in layer.reduce(state, action) }
    self.layer = layer
  }

  /// Runs one after the other on the same state and action.
  @usableFromInline
  init<Action>(_ first: ReducerLogic, before next: ReducerLogic, of _: Action.Type) {
    let sequence = ReducerSequence(first, next, of: Action.self)
    self.init { state, action in sequence.run(state, action) }
  }

  @inlinable
  @inline(__always)
  func run(_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer) -> AnyEffectNode? {
    function(state, action)
  }
}

/// Two reducers that run one after the other, as one object: a function's only capture is at hand in
/// it, several have to be fetched one by one for each action.
private final class ReducerSequence {
  private let first: ReducerLogic.Function
  private let next: ReducerLogic.Function
  private let merge: (AnyEffectNode, AnyEffectNode) -> AnyEffectNode?

  init<Action>(_ first: ReducerLogic, _ next: ReducerLogic, of _: Action.Type) {
    self.first = first.function
    self.next = next.function
    merge = Effect<Action>.mergeErased
  }

  func run(_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer) -> AnyEffectNode? {
    let effect = first(state, action)
    let nextEffect = next(state, action)
    guard let effect else { return nextEffect }
    guard let nextEffect else { return effect }
    return merge(effect, nextEffect)
  }
}
