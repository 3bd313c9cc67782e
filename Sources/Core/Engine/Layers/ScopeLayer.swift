/// A prepared ``Scope``, and what runs after it on the same state and action; or, in
/// ``ChildLayer``, the same of a child that comes and goes.
///
/// An action for a part goes down through the layers above the part, is reduced there, and comes up
/// again through what runs after each of them. That is two loops rather than a recursion: a
/// processor predicts the returns of some sixteen nested calls, not of more.
@usableFromInline
class ScopeLayer: ReducerLogic.Target {
  final override var layer: ScopeLayer? { self }

  /// Whether the child's state is at ``offset``, whenever there is an action for it.
  private let isDirect: Bool
  /// Whether ``leave(_:note:hasEffect:)`` has work to do.
  private let needsLeaving: Bool
  private let needsDestruction: Bool
  private let hasNext: Bool
  /// Where the child's state is within the parent's, if it has a place of its own.
  private let offset: Int
  /// The memory for the child's action, and for the note of a ``ChildLayer`` after it.
  private let stride: Int
  private let noteOffset: Int
  private let extraction: CaseExtraction
  /// Ends the life of the child's action.
  private let destruction: Destruction
  /// Finds the child of a ``ChildLayer``.
  private let entering: ChildAccess.Entering
  private let child: ReducerLogic.Function
  // Touched in the isolation of the store only.
  /// Not counted, as the count would change for each action: `child` keeps it alive.
  @exclusivity(unchecked) private var childLayer: Unmanaged<ScopeLayer>?
  /// What knows ``childLayer`` once the child is prepared, where that is done later.
  @exclusivity(unchecked) private var deferredChild: DeferredLogic?
  private let next: ReducerLogic.Function

  fileprivate init(
    offset: Int?, childAction: TemporaryLayout, extraction: @escaping CaseExtraction,
    destruction: @escaping Destruction, child: ReducerLogic, next: ReducerLogic?
  ) {
    self.destruction = destruction
    isDirect = true
    needsLeaving = false
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
    // Not with '??', nor as an optional: generic code would have the function wrapped in another.
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
    needsLeaving = access.leave != nil
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

  /// Reduces the child where its state has no place, or its action does not fit, and runs what
  /// comes next.
  func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? { isAbstract() }

  /// Runs what comes next after a child that has returned an effect, and makes one effect of both.
  func reduceNext(
    afterChild effect: AnyEffectNode, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer,
    note: UnsafeMutableRawPointer
  ) -> AnyEffectNode? { isAbstract() }

  /// Called once the child has reduced its action, before anything else is done to the parent's
  /// state, where there is something to do then.
  func leave(
    _ state: UnsafeMutableRawPointer, note: UnsafeMutableRawPointer, hasEffect: Bool
  ) { isAbstract() }

  // MARK: The way of an action

  /// A layer that the action has passed on its way down. The action it became follows in memory.
  private struct Step {
    let layer: Unmanaged<ScopeLayer>
    let previous: UnsafeMutablePointer<Step>?
    /// Those of the layer.
    let state: UnsafeMutableRawPointer
    let action: UnsafeRawPointer

    static var size: Int { MemoryLayout<Step>.size }
  }

  /// Continues the way of an action, apart from the loops of ``reduce(_:_:)``.
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
        // Further layers get memory of their own. What does not fit in that either never will.
        effect = layer._withUnsafeGuaranteedRef {
          last == nil ? $0.reduceApart(state, action) : $0.continueReducing(state, action)
        }
        break
      }
      let child: UnsafeMutableRawPointer
      if layer._withUnsafeGuaranteedRef({ $0.isDirect }) {
        guard layer._withUnsafeGuaranteedRef({ $0.extraction(action, childAction) }) else {
          effect = layer._withUnsafeGuaranteedRef {
            $0.hasNext ? $0.next(state, action) : nil
          }
          break
        }
        child = state + layer._withUnsafeGuaranteedRef { $0.offset }
      } else {
        let entrance = layer._withUnsafeGuaranteedRef {
          $0.entering(state, action, childAction, childAction + $0.noteOffset)
        }
        guard let address = entrance.child else {
          effect = layer._withUnsafeGuaranteedRef {
            entrance.isUnusual ? $0.reduceApart(state, action) : $0.next(state, action)
          }
          break
        }
        child = address
      }
      let step = scratch.assumingMemoryBound(to: Step.self)
      step.initialize(to: Step(layer: layer, previous: last, state: state, action: action))
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
        if $0.needsLeaving {
          let note = UnsafeMutableRawPointer(step) + Step.size + $0.noteOffset
          $0.leave(state, note: note, hasEffect: effect != nil)
        }
        if $0.needsDestruction {
          $0.destruction(UnsafeMutableRawPointer(step) + Step.size)
        }
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
      offset: state.tellsObservers ? nil : state.offset,
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

  /// Runs what comes next where there is an effect already.
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
