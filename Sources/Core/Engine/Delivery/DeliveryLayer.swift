import CCore

/// Embeds the actions of a scoped store in those of its parent, up to the root.
///
/// Without types, for the reasons given at ``ReducerLogic``, and in loops rather than nested calls,
/// for the reason given at ``ScopeLayer``.
@usableFromInline
class DeliveryLayer {
  fileprivate let parent: ActionDelivery
  // Unretained, as the counts would change for each action: `parent` keeps one of them alive.
  private let parentLayer: Unmanaged<DeliveryLayer>?
  private let root: Unmanaged<StoreRuntime>?
  /// The id of the store.
  private let store: UInt64
  private let action: TemporaryLayout
  private let embedding: CaseEmbedding
  /// Ends the life of the parent's action.
  private let destruction: Destruction
  /// The size of the store's action.
  private let size: Int32
  /// Whether equal actions lead to equal actions of the root: not if a function of the user embeds
  /// them, which may depend on anything.
  private let isPure: Bool
  /// Whether the root's action is kept: where there is more than one layer, or where the parent's
  /// action may have a box.
  private let keepsActions: Bool
  // Touched in the isolation of the store only.
  /// A digest of the last action that was embedded, the largest number before the first.
  @exclusivity(unchecked) private var lastDigest: UInt64 = .max
  @exclusivity(unchecked) private var kept: KeptAction?
  @exclusivity(unchecked) private var knownPlainActions: PlainValues?

  fileprivate init(
    to parent: ActionDelivery, from store: UInt64, size: Int, action: TemporaryLayout,
    embedding: @escaping CaseEmbedding, isPure: Bool, destruction: @escaping Destruction
  ) {
    self.destruction = destruction
    self.parent = parent
    self.store = store
    self.size = Int32(clamping: size)
    switch parent {
    case .root(let runtime):
      root = .passUnretained(runtime)
      parentLayer = nil
      self.isPure = isPure
    case .layer(let layer):
      root = nil
      parentLayer = .passUnretained(layer)
      self.isPure = isPure && layer.isPure
    }
    keepsActions =
      self.isPure && size <= KeptAction.largestSize
      && (parentLayer != nil || action.needsDestruction)
    self.action = action
    self.embedding = embedding
  }

  /// Makes ``plainActions``.
  fileprivate func makePlainActions() -> PlainValues { isAbstract() }

  /// Finds an action of the store in one of the parent.
  fileprivate func find(in parentAction: UnsafeMutableRawPointer) -> NestedPayload? { isAbstract() }

  /// Calls `body` with the address of the store's action that the case path extracts from one of
  /// the parent.
  ///
  /// - Returns: What `body` returns, `false` without such an action.
  fileprivate func withAction(
    extractedFromParent parentAction: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool
  ) -> Bool { isAbstract() }

  /// Initializes memory with an action of the store.
  func copyAction(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    isAbstract()
  }

  /// Ends the life of an action of the store.
  func destroyAction(_ action: UnsafeMutableRawPointer) { isAbstract() }

  /// Moves an action of the parent to other memory.
  fileprivate func moveAction(
    from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer
  ) { isAbstract() }

  // MARK: Typed slow path

  /// Delivers an action that does not fit.
  fileprivate func deliverApart(_ childAction: UnsafeRawPointer) -> StoreTask { isAbstract() }

  // MARK: The way of an action

  /// A layer whose embedding has been applied. The resulting action follows in memory.
  private struct Step {
    let layer: Unmanaged<DeliveryLayer>
    let previous: UnsafeMutablePointer<Step>?

    static var size: Int { MemoryLayout<Step>.size }
  }

  @usableFromInline
  final func deliver(_ childAction: UnsafeRawPointer) -> StoreTask {
    if composable_instruments_sends() { return deliverInstrumented(childAction) }
    if keepsActions { return deliverKeeping(childAction) }
    return Scratch.with { scratch, end in deliver(childAction, scratch, end) }
  }

  /// The actions of the store that may be kept.
  private final var plainActions: PlainValues {
    if let knownPlainActions { return knownPlainActions }
    let actions = makePlainActions()
    knownPlainActions = actions
    return actions
  }

  /// Delivers an action, the embedded form of which is kept from the second action on.
  private final func deliverKeeping(_ childAction: UnsafeRawPointer) -> StoreTask {
    // Unretained: it is not replaced while it is in use.
    if let kept = kept.map(Unmanaged.passUnretained),
      kept._withUnsafeGuaranteedRef({
        $0.isSame(as: childAction) || $0.replace(by: childAction, from: self)
      })
    {
      return deliver(kept)
    }
    let digest = KeptAction.digest(of: childAction, Int(size))
    let isSecond = kept == nil && lastDigest != .max
    // One whose actions cannot be replaced is of use for actions that are sent again.
    let isRepeated = lastDigest == digest && kept?.isInUse != true
    lastDigest = digest
    if isSecond || isRepeated, let new = makeKeptAction(childAction) {
      kept = new
      if new.isSame(as: childAction) || new.replace(by: childAction, from: self) {
        return deliver(.passUnretained(new))
      }
    }
    return Scratch.with { scratch, end in deliver(childAction, scratch, end) }
  }

  @inline(__always)
  private final func deliver(_ action: Unmanaged<KeptAction>) -> StoreTask {
    let task = action._withUnsafeGuaranteedRef { $0.send() }
    if !action._withUnsafeGuaranteedRef({ $0.takeBack(from: self) }) { kept = nil }
    return task
  }

  /// Makes the action of the root that an action of this store becomes, or that another becomes,
  /// which this one can replace.
  private final func makeKeptAction(_ childAction: UnsafeRawPointer) -> KeptAction? {
    if plainActions.contains(valueAt: childAction) { return keptAction(of: childAction) }
    // There would be one already.
    guard kept == nil else { return nil }
    return withUnsafeTemporaryAllocation(
      byteCount: max(Int(size), 1), alignment: Scratch.alignment
    ) { buffer in
      let sample = buffer.baseAddress.unsafelyUnwrapped
      guard plainActions.initialize(valueAt: sample) else { return nil }
      return keptAction(of: sample)
    }
  }

  /// - Parameter childAction: An action without references.
  private final func keptAction(of childAction: UnsafeRawPointer) -> KeptAction? {
    var made: KeptAction?
    embed(childAction) { action, last in
      guard let root = last.root else { return }
      made = KeptAction(
        childAction, Int(size), plainActions, room: last.action.stride,
        destruction: last.destruction, root: root,
        move: { last.moveAction(from: action, to: $0) }, find: { find(inRootAction: $0) })
    }
    return made
  }

  /// Embeds an action without sending it. `body` has to move the root's.
  ///
  /// - Parameter body: It receives the last layer before the root as well.
  private final func embed(
    _ childAction: UnsafeRawPointer, _ body: (UnsafeMutableRawPointer, DeliveryLayer) -> Void
  ) {
    // An action with another alignment is delivered apart.
    guard action.stride < TemporaryLayout.unsuitable else { return }
    withUnsafeTemporaryAllocation(byteCount: action.stride, alignment: Scratch.alignment) {
      let action = $0.baseAddress.unsafelyUnwrapped
      embedding(childAction, action)
      guard case .layer(let parent) = parent else { return body(action, self) }
      parent.embed(action, body)
      if self.action.needsDestruction { destruction(action) }
    }
  }

  /// Finds the store's action in the root's.
  private final func find(inRootAction action: UnsafeMutableRawPointer) -> NestedPayload? {
    guard case .layer(let parent) = parent else { return find(in: action) }
    return parent.find(inRootAction: action).flatMap { outer in
      find(in: outer.address).map { outer.appending($0) }
    }
  }

  /// Calls `body` with the address of the store's action that the case paths extract from the
  /// root's.
  ///
  /// - Returns: What `body` returns, `false` without such an action.
  final func withAction(
    extractedFrom action: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool
  ) -> Bool {
    guard case .layer(let parent) = parent else {
      return withAction(extractedFromParent: action, body)
    }
    return parent.withAction(extractedFrom: action) { withAction(extractedFromParent: $0, body) }
  }

  /// Records in the root's frame which store the action was sent to.
  @inline(never)
  private final func deliverInstrumented(_ childAction: UnsafeRawPointer) -> StoreTask {
    var layer = self
    while case .layer(let outer) = layer.parent { layer = outer }
    guard case .root(let runtime) = layer.parent else { return StoreTask(group: nil) }
    let target = runtime.frame.pointee.target
    // For an action that did not fit, the store that it was sent to is recorded already.
    if target == 0 { runtime.frame.pointee.target = store }
    defer { runtime.frame.pointee.target = target }
    return Scratch.with { scratch, end in deliver(childAction, scratch, end) }
  }

  @inline(__always)
  private final func deliver(
    _ childAction: UnsafeRawPointer, _ scratch: UnsafeMutableRawPointer,
    _ end: UnsafeMutableRawPointer
  ) -> StoreTask {
    var layer = Unmanaged.passUnretained(self)
    var childAction = childAction
    var scratch = scratch
    var last: UnsafeMutablePointer<Step>?
    let task: StoreTask

    while true {
      let action = scratch + Step.size
      let rest = action + layer._withUnsafeGuaranteedRef { $0.action.stride }
      guard rest <= end else {
        task = layer._withUnsafeGuaranteedRef { $0.deliverApart(childAction) }
        break
      }
      layer._withUnsafeGuaranteedRef { $0.embedding(childAction, action) }
      let step = scratch.assumingMemoryBound(to: Step.self)
      step.initialize(to: Step(layer: layer, previous: last))
      last = step
      scratch = rest
      childAction = UnsafeRawPointer(action)
      guard let parentLayer = layer._withUnsafeGuaranteedRef({ $0.parentLayer }) else {
        let root = layer._withUnsafeGuaranteedRef { $0.root.unsafelyUnwrapped }
        task = root._withUnsafeGuaranteedRef { $0.send(childAction) }
        break
      }
      layer = parentLayer
    }

    while let step = last {
      let action = UnsafeMutableRawPointer(step) + Step.size
      step.pointee.layer._withUnsafeGuaranteedRef {
        if $0.action.needsDestruction { $0.destruction(action) }
      }
      last = step.pointee.previous
    }
    return task
  }
}

/// The layer of a store scoped by the case of an action.
@usableFromInline
final class TypedDeliveryLayer<Action, ChildAction>: DeliveryLayer {
  private let casePath: AnyCasePath<Action, ChildAction>

  @usableFromInline
  init(
    to parent: ActionDelivery, in casePath: AnyCasePath<Action, ChildAction>, from store: UInt64,
    destruction: @escaping Destruction
  ) {
    self.casePath = casePath
    super.init(
      to: parent, from: store, size: MemoryLayout<ChildAction>.size,
      action: TemporaryLayout(of: Action.self), embedding: casePath.embedding,
      isPure: casePath.isPure, destruction: destruction)
  }

  override fileprivate func makePlainActions() -> PlainValues { .of(ChildAction.self) }

  override fileprivate func find(in parentAction: UnsafeMutableRawPointer) -> NestedPayload? {
    NestedPayload(of: ChildAction.self, in: Action.self, at: parentAction)
  }

  override fileprivate func withAction(
    extractedFromParent parentAction: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Bool
  ) -> Bool {
    withTemporary(ChildAction.self) { childAction in
      guard casePath.extraction(parentAction, childAction) else { return false }
      defer { childAction.deinitialize(count: 1) }
      return body(childAction)
    }
  }

  override func copyAction(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    target.initializeMemory(
      as: ChildAction.self, from: source.assumingMemoryBound(to: ChildAction.self), count: 1)
  }

  override func destroyAction(_ action: UnsafeMutableRawPointer) {
    action.assumingMemoryBound(to: ChildAction.self).deinitialize(count: 1)
  }

  override fileprivate func moveAction(
    from source: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer
  ) {
    target.moveInitializeMemory(
      as: Action.self, from: source.assumingMemoryBound(to: Action.self), count: 1)
  }

  override fileprivate func deliverApart(_ childAction: UnsafeRawPointer) -> StoreTask {
    withTemporary(Action.self) { action in
      casePath.embedding(childAction, action)
      defer { action.deinitialize(count: 1) }
      return parent.deliver(action)
    }
  }
}

/// The path of an action from a store to the root.
@usableFromInline
enum ActionDelivery {
  /// The store is the root.
  case root(StoreRuntime)
  /// The store was scoped from another.
  case layer(DeliveryLayer)

  @inlinable
  @inline(__always)
  func deliver(_ action: UnsafeRawPointer) -> StoreTask {
    switch self {
    case .root(let runtime): runtime.send(action)
    case .layer(let layer): layer.deliver(action)
    }
  }
}
