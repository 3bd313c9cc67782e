/// A prepared ``Scope``, and what runs after it on the same state and action.
///
/// An action for a part goes down through the layers above the part, is reduced there, and comes up
/// again through what runs after each of them. That is two loops rather than a recursion: a
/// processor predicts the returns of some sixteen nested calls, not of more.
@usableFromInline
class ScopeLayer {
  /// Where the child's state is within the parent's, if it has a place of its own.
  private let offset: Int
  private let stride: Int
  private let needsDestruction: Bool
  private let extraction: CaseExtraction
  private let child: ReducerLogic.Function
  /// Not counted, as the count would change for each action: `child` keeps it alive.
  private let childLayer: Unmanaged<ScopeLayer>?
  private let next: ReducerLogic.Function
  private let hasNext: Bool

  fileprivate init(
    offset: Int?, childAction: TemporaryLayout, extraction: @escaping CaseExtraction,
    child: ReducerLogic, next: ReducerLogic?
  ) {
    self.offset = offset ?? 0
    stride = offset == nil ? TemporaryLayout.unsuitable : childAction.stride
    needsDestruction = childAction.needsDestruction
    self.extraction = extraction
    self.child = child.function
    childLayer = child.layer.map(Unmanaged.passUnretained)
    if let next {
      self.next = next.function
      hasNext = true
    } else {
      self.next = { _, _ in nil }
      hasNext = false
    }
  }

  // MARK: Typed slow path

  /// Reduces the child where its state has no place, or its action does not fit.
  fileprivate func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? { isAbstract() }

  /// Ends the life of the child's action.
  fileprivate func destroyChildAction(_ childAction: UnsafeMutableRawPointer) {
    isAbstract()
  }

  /// The child's effect as the parent's.
  fileprivate func embed(_ effect: AnyEffectNode) -> AnyEffectNode? { isAbstract() }

  /// Two of the parent's effects as one.
  fileprivate func merge(
    _ first: AnyEffectNode, _ second: AnyEffectNode
  ) -> AnyEffectNode? { isAbstract() }

  // MARK: The way of an action

  /// A layer that the action has passed on its way down. The action it became follows in memory.
  private struct Step {
    let layer: Unmanaged<ScopeLayer>
    let previous: UnsafeMutablePointer<Step>?

    static var size: Int { MemoryLayout<Step>.size }
  }

  final func reduce(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    Scratch.with { scratch, end in reduce(state, action, scratch, end) }
  }

  @inline(__always)
  private final func reduce(
    _ state: UnsafeMutableRawPointer, _ rootAction: UnsafeRawPointer,
    _ scratch: UnsafeMutableRawPointer, _ end: UnsafeMutableRawPointer
  ) -> AnyEffectNode? {
    var layer = Unmanaged.passUnretained(self)
    var state = state
    var action = rootAction
    var scratch = scratch
    var last: UnsafeMutablePointer<Step>?
    var effect: AnyEffectNode?

    while true {
      let childAction = scratch + Step.size
      let rest = childAction + layer._withUnsafeGuaranteedRef { $0.stride }
      guard rest <= end else {
        effect = layer._withUnsafeGuaranteedRef {
          $0.reduceNext(after: $0.reduceApart(state, action), state, action)
        }
        break
      }
      guard layer._withUnsafeGuaranteedRef({ $0.extraction(action, childAction) }) else {
        effect = layer._withUnsafeGuaranteedRef {
          $0.hasNext ? $0.next(state, action) : nil
        }
        break
      }
      let step = scratch.assumingMemoryBound(to: Step.self)
      step.initialize(to: Step(layer: layer, previous: last))
      last = step
      scratch = rest
      state += layer._withUnsafeGuaranteedRef { $0.offset }
      action = UnsafeRawPointer(childAction)
      guard let childLayer = layer._withUnsafeGuaranteedRef({ $0.childLayer }) else {
        effect = layer._withUnsafeGuaranteedRef { $0.child(state, action) }
        break
      }
      layer = childLayer
    }

    while let step = last {
      let layer = step.pointee.layer
      last = step.pointee.previous
      state -= layer._withUnsafeGuaranteedRef { $0.offset }
      action = last.map { UnsafeRawPointer($0) + Step.size } ?? rootAction
      layer._withUnsafeGuaranteedRef {
        guard $0.needsDestruction else { return }
        $0.destroyChildAction(UnsafeMutableRawPointer(step) + Step.size)
      }
      if let childEffect = effect {
        effect = layer._withUnsafeGuaranteedRef {
          $0.reduceNext(after: $0.embed(childEffect), state, action)
        }
      } else if layer._withUnsafeGuaranteedRef({ $0.hasNext }) {
        effect = layer._withUnsafeGuaranteedRef { $0.next(state, action) }
      }
    }
    return effect
  }

  /// Runs what comes next where there is an effect already.
  @inline(never)
  private final func reduceNext(
    after effect: AnyEffectNode?, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    guard hasNext else { return effect }
    let nextEffect = next(state, action)
    guard let effect else { return nextEffect }
    guard let nextEffect else { return effect }
    return merge(effect, nextEffect)
  }
}

/// The layer of a ``Scope``.
@usableFromInline
final class TypedScopeLayer<ParentState, ParentAction, ChildState, ChildAction>: ScopeLayer {
  private let state: StateProjection<ParentState, ChildState>
  private let action: AnyCasePath<ParentAction, ChildAction>
  private let child: PreparedReducer<ChildState, ChildAction>

  @usableFromInline
  init(
    state: StateProjection<ParentState, ChildState>,
    action: AnyCasePath<ParentAction, ChildAction>,
    child: PreparedReducer<ChildState, ChildAction>,
    next: PreparedReducer<ParentState, ParentAction>?
  ) {
    self.state = state
    self.action = action
    self.child = child
    super.init(
      offset: state.tellsObservers ? nil : state.offset,
      childAction: TemporaryLayout(of: ChildAction.self),
      extraction: action.extraction, child: child.logic, next: next?.logic)
  }

  override fileprivate func reduceApart(
    _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> AnyEffectNode? {
    withTemporary(ChildAction.self) { childAction in
      guard self.action.extraction(action, childAction) else { return nil }
      defer { childAction.deinitialize(count: 1) }
      return self.state.modify(state.assumingMemoryBound(to: ParentState.self)) {
        child.run($0, childAction).embedded(by: self.action).node
      }
    }
  }

  override fileprivate func destroyChildAction(_ childAction: UnsafeMutableRawPointer) {
    childAction.assumingMemoryBound(to: ChildAction.self).deinitialize(count: 1)
  }

  override fileprivate func embed(_ effect: AnyEffectNode) -> AnyEffectNode? {
    Effect<ChildAction>(erased: effect).embedded(by: action).node
  }

  override fileprivate func merge(
    _ first: AnyEffectNode, _ second: AnyEffectNode
  ) -> AnyEffectNode? {
    Effect<ParentAction>.mergeErased(first, second)
  }
}
