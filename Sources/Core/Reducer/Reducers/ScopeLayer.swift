/// A prepared ``Scope``, and what runs after it on the same state and action.
@usableFromInline
final class ScopeLayer {
  /// Where the child's state is within the parent's; `nil` if it has no place of its own.
  private let offset: Int?
  private let childAction: TemporaryLayout
  private let extraction: CaseExtraction
  private let child: ReducerLogic.Function
  private let next: ReducerLogic.Function
  private let hasNext: Bool
  // Kept alive by `child`. Not counted, as the count would change for each action.
  private let childLayer: Unmanaged<ScopeLayer>?

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
    self.child = child.logic.function
    childLayer = child.logic.layer.map(Unmanaged.passUnretained)
    if let next {
      self.next = next.logic.function
      hasNext = true
    } else {
      self.next = { _, _ in nil }
      hasNext = false
    }
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
    let effect =
      childAction.isCommon
      ? TemporaryLayout.withCommonMemory { reduceChild(state, action, $0) }
      : reduceWithUncommonAction(state, action)
    guard hasNext else { return effect }
    let nextEffect = next(state, action)
    guard let effect else { return nextEffect }
    return nextEffect.map { merge(effect, $0) } ?? effect
  }

  /// Apart, because a function handed to another that is not inlined would have to hold this layer.
  @inline(never)
  private func reduceWithUncommonAction(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    childAction.withUncommonMemory { reduceChild(state, action, $0) }
  }

  @inline(__always)
  private func reduceChild(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ childAction: UnsafeMutableRawPointer
  ) -> AnyEffectNode? {
    guard extraction(action, childAction) else { return nil }
    defer { self.childAction.destroy(childAction) }
    let effect: AnyEffectNode? =
      if let offset {
        if let childLayer {
          childLayer._withUnsafeGuaranteedRef { $0.reduce(state + offset, childAction) }
        } else {
          child(state + offset, childAction)
        }
      } else {
        reduceThroughKeyPath(state, childAction)
      }
    guard let effect else { return nil }
    return embed(effect)
  }
}
