import CompanionSupport

/// A prepared ``Scope``, and the reducer that runs after it on the same state and action; or, as a
/// ``ChildLayer``, the same for an optional child.
///
/// An action for a part is projected through the layers above the part, reduced there, and followed
/// by the reducers after each layer, from the innermost to the outermost. Both are loops rather
/// than a recursion: a processor predicts the returns of about sixteen nested calls, not of more.
@usableFromInline
class ScopeLayer: ReducerLogic.Target {
  final override var layer: ScopeLayer? { self }

  /// Whether the child's state is always at ``offset`` when it has an action.
  private let isDirect: Bool
  private let needsDestruction: Bool
  private let hasNext: Bool
  /// The offset of the child's state in the parent's, if it is stored there.
  private let offset: Int
  /// The size of the memory for the child's action, followed by the note of a ``ChildLayer``.
  private let stride: Int
  private let noteOffset: Int
  private let extraction: CaseExtraction
  /// Ends the life of the child's action.
  private let destruction: Destruction
  /// Finds the child of a ``ChildLayer``.
  private let entering: ChildAccess.Entering
  private let child: ErasedReducer
  // Touched in the isolation of the store only.
  /// Unretained, as the count would change for each action: `child` keeps it alive.
  @exclusivity(unchecked) private var childLayer: Unmanaged<ScopeLayer>?
  /// Returns ``childLayer`` once the child is prepared, if that happens later.
  @exclusivity(unchecked) private var deferredChild: DeferredLogic?
  private let next: ErasedReducer

  fileprivate init(
    offset: Int?, childAction: TemporaryLayout, extraction: @escaping CaseExtraction,
    destruction: @escaping Destruction, child: ReducerLogic, next: ReducerLogic?
  ) {
    self.destruction = destruction
    isDirect = true
    needsDestruction = childAction.needsDestruction
    hasNext = next != nil
    self.offset = offset ?? 0
    stride = offset == nil ? TemporaryLayout.unsuitable : childAction.stride
    noteOffset = 0
    self.extraction = extraction
    entering = { _, _, _, _ in .none }
    self.child = child.function
    childLayer = child.layer.map(Unmanaged.passUnretained)
    deferredChild = child.deferred
    // Not with '??', nor as an optional: generic code would wrap the function in another.
    if let next {
      self.next = next.function
    } else {
      self.next = { _, _ in nil }
    }
  }

  /// A layer that finds its child for each action.
  init(
    _ access: ChildAccess, childAction: TemporaryLayout, child: ReducerLogic, next: ReducerLogic
  ) {
    isDirect = false
    needsDestruction = childAction.needsDestruction
    hasNext = true
    offset = 0
    noteOffset = childAction.stride
    stride = childAction.stride + (access.noteSize + Scratch.alignment - 1) & -Scratch.alignment
    extraction = { _, _ in false }
    destruction = access.destroyAction
    entering = access.enter
    self.child = child.function
    childLayer = child.layer.map(Unmanaged.passUnretained)
    deferredChild = child.deferred
    self.next = next.function
  }

  // MARK: Typed slow path

  /// Reduces the child if its state is not stored, or its action does not fit, and runs the next
  /// reducer.
  func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? { isAbstract() }

  /// Runs the next reducer after a child that has returned an effect, and merges both effects.
  func reduceNext(
    afterChild effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    note: UnsafeMutableRawPointer
  ) -> AnyEffectNode? { isAbstract() }

  /// Called after the child has reduced its action, before any other change of the parent's state,
  /// if ``entering`` has asked for it.
  func leave(
    _ state: UnsafeMutableRawPointer, note: UnsafeMutableRawPointer, hasEffect: Bool
  ) { isAbstract() }

  // MARK: The path of an action

  /// A layer that the action was projected through. The resulting action follows in memory.
  private struct Step {
    let layer: Unmanaged<ScopeLayer>
    let previous: UnsafeMutablePointer<Step>?
    /// Whether the layer has to leave the child.
    let needsLeaving: Bool
    /// The addresses of the layer's state and of its action.
    let state: UnsafeMutableRawPointer
    let action: UnsafeRawPointer

    /// Rounded up, as an action follows.
    static var size: Int { (MemoryLayout<Step>.size + Scratch.alignment - 1) & -Scratch.alignment }
  }

  /// Continues the projection of an action, outside of the loops of ``reduce(_:_:)``.
  @inline(never)
  private final func continueReducing(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? { reduce(state, action) }

  final func reduce(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    Scratch.with { scratch, end in reduce(state, action, scratch, end) }
  }

  @inline(__always)
  private final func reduce(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    _ scratch: UnsafeMutableRawPointer, _ end: UnsafeMutableRawPointer
  ) -> AnyEffectNode? {
    var layer = Unmanaged.passUnretained(self)
    var state = state
    var action = action
    var scratch = scratch
    var last: UnsafeMutablePointer<Step>?
    var effect: AnyEffectNode?

    while true {
      let childAction = scratch + Step.size
      let rest = childAction + layer._withUnsafeGuaranteedRef { $0.stride }
      guard rest <= end else {
        // Further layers get memory of their own. An action that does not fit in that either never
        // will.
        effect = layer._withUnsafeGuaranteedRef {
          last == nil ? $0.reduceApart(state, action) : $0.continueReducing(state, action)
        }
        break
      }
      let child: UnsafeMutableRawPointer
      let needsLeaving: Bool
      if layer._withUnsafeGuaranteedRef({ $0.isDirect }) {
        guard layer._withUnsafeGuaranteedRef({ $0.extraction(action, childAction) }) else {
          effect = layer._withUnsafeGuaranteedRef {
            $0.hasNext ? $0.next(state, action) : nil
          }
          break
        }
        child = state + layer._withUnsafeGuaranteedRef { $0.offset }
        needsLeaving = false
      } else {
        let entrance = layer._withUnsafeGuaranteedRef {
          $0.entering(state, action, childAction, childAction + $0.noteOffset)
        }
        guard case .child(let address, let isMarked) = entrance else {
          effect = layer._withUnsafeGuaranteedRef {
            if case .unusual = entrance {
              $0.reduceApart(state, action)
            } else {
              $0.next(state, action)
            }
          }
          break
        }
        child = address
        needsLeaving = isMarked
      }
      let step = scratch.assumingMemoryBound(to: Step.self)
      step.initialize(
        to: Step(
          layer: layer, previous: last, needsLeaving: needsLeaving, state: state, action: action))
      last = step
      scratch = rest
      state = child
      action = UnsafeRawPointer(childAction)
      guard let childLayer = layer._withUnsafeGuaranteedRef({ $0.knownChildLayer }) else {
        effect = layer._withUnsafeGuaranteedRef { $0.child(state, action) }
        break
      }
      layer = childLayer
    }

    while let step = last {
      let layer = step.pointee.layer
      let state = step.pointee.state
      last = step.pointee.previous
      layer._withUnsafeGuaranteedRef {
        if step.pointee.needsLeaving {
          let note = UnsafeMutableRawPointer(step) + Step.size + $0.noteOffset
          $0.leave(state, note: note, hasEffect: effect != nil)
        }
        if $0.needsDestruction { $0.destruction(UnsafeMutableRawPointer(step) + Step.size) }
      }
      if let childEffect = effect {
        effect = layer._withUnsafeGuaranteedRef {
          $0.reduceNext(
            afterChild: childEffect, state, step.pointee.action,
            note: UnsafeMutableRawPointer(step) + Step.size + $0.noteOffset)
        }
      } else if layer._withUnsafeGuaranteedRef({ $0.hasNext }) {
        effect = layer._withUnsafeGuaranteedRef { $0.next(state, step.pointee.action) }
      }
    }
    return effect
  }

  /// The layer that `child` runs, if it is one.
  private final var knownChildLayer: Unmanaged<ScopeLayer>? {
    @inline(__always) get { childLayer ?? (deferredChild == nil ? nil : resolvedChildLayer()) }
  }

  /// Prepares the child.
  @inline(never)
  private final func resolvedChildLayer() -> Unmanaged<ScopeLayer>? {
    // `child` keeps it alive.
    childLayer = deferredChild?.resolved.layer.map(Unmanaged.passUnretained)
    deferredChild = nil
    return childLayer
  }
}

/// The layer of a ``Scope``.
@usableFromInline
final class TypedScopeLayer<ParentState, ParentAction, ChildState, ChildAction>: ScopeLayer {
  private let state: StateProjection<ParentState, ChildState>
  private let action: AnyCasePath<ParentAction, ChildAction>
  private let child: PreparedReducer<ChildState, ChildAction>
  private let next: PreparedReducer<ParentState, ParentAction>?

  @usableFromInline
  init(
    state: StateProjection<ParentState, ChildState>,
    action: AnyCasePath<ParentAction, ChildAction>,
    destruction: @escaping Destruction,
    child: PreparedReducer<ChildState, ChildAction>,
    next: PreparedReducer<ParentState, ParentAction>?
  ) {
    self.state = state
    self.action = action
    self.child = child
    self.next = next
    super.init(
      offset: state.notifiesObservers ? nil : state.offset,
      childAction: TemporaryLayout(of: ChildAction.self),
      extraction: action.extraction, destruction: destruction, child: child.logic,
      next: next?.logic)
  }

  override func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    let effect = withTemporary(ChildAction.self) { childAction -> AnyEffectNode? in
      guard self.action.extraction(action, childAction) else { return nil }
      defer { childAction.deinitialize(count: 1) }
      return self.state.modify(state.assumingMemoryBound(to: ParentState.self)) {
        child.run($0, childAction).embedded(by: self.action).node
      }
    }
    return reduceNext(after: effect, state, action)
  }

  override func reduceNext(
    afterChild effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    note: UnsafeMutableRawPointer
  ) -> AnyEffectNode? {
    reduceNext(
      after: Effect<ChildAction>(erased: effect).embedded(by: self.action).node, state, action)
  }

  /// Runs the next reducer if there is an effect already.
  private func reduceNext(
    after effect: AnyEffectNode?, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    guard let next else { return effect }
    let nextEffect = next.logic.function(state, action)
    guard let effect else { return nextEffect }
    guard let nextEffect else { return effect }
    return Effect<ParentAction>.mergeErased(effect, nextEffect)
  }
}
