/// A prepared ``Scope``, and what runs after it on the same state and action.
@usableFromInline
final class ScopeLayer {
  /// Where the child's state is within the parent's; `nil` if it has no place of its own.
  private let offset: Int?
  private let childAction: TemporaryLayout
  private let extraction: CaseExtraction
  private let child: ReducerLogic
  private let next: ReducerLogic.Function?

  // What is rare, and knows the types.
  private let reduceThroughKeyPath: ReducerLogic.Function
  private let embed: (AnyEffectNode) -> AnyEffectNode?
  private let merge: (AnyEffectNode, AnyEffectNode) -> AnyEffectNode?

  @usableFromInline
  init<ParentState, ParentAction, ChildState, ChildAction>(
    state: StateProjection<ParentState, ChildState>,
    action: AnyCasePath<ParentAction, ChildAction>,
    child: PreparedReducer<ChildState, ChildAction>,
    next: PreparedReducer<ParentState, ParentAction>?
  ) {
    offset = state.offset
    childAction = TemporaryLayout(of: ChildAction.self)
    extraction = action.extraction
    self.child = child.logic
    self.next = next?.logic.function
    reduceThroughKeyPath = { parentState, childAction in
      state.modify(parentState.assumingMemoryBound(to: ParentState.self)) {
        child.logic.run($0, childAction)
      }
    }
    embed = { Effect<ChildAction>(erased: $0).embedded(by: action).node }
    merge = {
      Effect<ParentAction>(erased: $0).merge(with: Effect<ParentAction>(erased: $1)).node
    }
  }

  func reduce(_ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer) -> AnyEffectNode? {
    let effect = childAction.withMemory { childAction in
      guard extraction(action, childAction) else { return (AnyEffectNode?.none, false) }
      return (reduceChild(state, childAction), true)
    }
    guard let next else { return effect }
    let nextEffect = next(state, action)
    guard let effect else { return nextEffect }
    return nextEffect.map { merge(effect, $0) } ?? effect
  }

  @inline(__always)
  private func reduceChild(
    _ state: UnsafeMutableRawPointer, _ childAction: UnsafeRawPointer
  ) -> AnyEffectNode? {
    let effect: AnyEffectNode? =
      if let offset {
        if let layer = child.layer {
          layer.reduce(state + offset, childAction)
        } else {
          child.function(state + offset, childAction)
        }
      } else {
        reduceThroughKeyPath(state, childAction)
      }
    guard let effect else { return nil }
    return embed(effect)
  }
}
