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
  /// Whether an action that is sent again is kept: where there is more than one layer, or where the
  /// parent's action may have a box.
  private let keepsActions: Bool
  // Touched in the isolation of the store only.
  /// A digest of the last action that was embedded.
  @exclusivity(unchecked) private var lastDigest: UInt64 = .max
  @exclusivity(unchecked) private var repeated: RepeatedAction?

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
      self.isPure && size <= RepeatedAction.largestSize
      && (parentLayer != nil || action.needsDestruction)
    self.action = action
    self.embedding = embedding
  }

  /// Whether an action of the store contains no references, and is determined by its bytes.
  fileprivate func isPlain(_ childAction: UnsafeRawPointer) -> Bool { isAbstract() }

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

  /// Delivers an action, the embedded form of which is kept once it was sent twice in a row.
  private final func deliverKeeping(_ childAction: UnsafeRawPointer) -> StoreTask {
    // Unretained: it is not replaced while it is in use.
    if let repeated = repeated.map(Unmanaged.passUnretained),
      repeated._withUnsafeGuaranteedRef({ $0.isSame(as: childAction, Int(size)) })
    {
      return repeated._withUnsafeGuaranteedRef { $0.send() }
    }
    let digest = RepeatedAction.digest(of: childAction, Int(size))
    guard digest == lastDigest, repeated?.isInUse != true, isPlain(childAction) else {
      lastDigest = digest
      return Scratch.with { scratch, end in deliver(childAction, scratch, end) }
    }
    return deliverAndKeep(childAction)
  }

  @inline(never)
  private final func deliverAndKeep(_ childAction: UnsafeRawPointer) -> StoreTask {
    Scratch.with { scratch, end in deliver(childAction, scratch, end, isKept: true) }
  }

  /// Keeps the action of the root that an action of this store has become.
  ///
  /// - Parameter last: The last layer before the root.
  private final func keep(
    _ childAction: UnsafeRawPointer, as action: UnsafeMutableRawPointer, from last: DeliveryLayer
  ) {
    // The action may have been sent once more meanwhile.
    guard repeated?.isInUse != true, let root = last.root else { return last.destroy(action) }
    repeated = RepeatedAction(
      childAction, Int(size), room: last.action.stride, destruction: last.destruction, root: root
    ) { last.moveAction(from: action, to: $0) }
  }

  private final func destroy(_ action: UnsafeMutableRawPointer) {
    if self.action.needsDestruction { destruction(action) }
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
    _ ownAction: UnsafeRawPointer, _ scratch: UnsafeMutableRawPointer,
    _ end: UnsafeMutableRawPointer, isKept: Bool = false
  ) -> StoreTask {
    var layer = Unmanaged.passUnretained(self)
    var childAction = ownAction
    var scratch = scratch
    var last: UnsafeMutablePointer<Step>?
    var isRoot = false
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
        isRoot = isKept
        break
      }
      layer = parentLayer
    }

    while let step = last {
      let action = UnsafeMutableRawPointer(step) + Step.size
      step.pointee.layer._withUnsafeGuaranteedRef {
        if isRoot {
          keep(ownAction, as: action, from: $0)
          isRoot = false
        } else if $0.action.needsDestruction {
          $0.destruction(action)
        }
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

  override fileprivate func isPlain(_ childAction: UnsafeRawPointer) -> Bool {
    if _isPOD(ChildAction.self) { return true }
    guard let metadata = EnumMetadata(ChildAction.self) else { return false }
    return !metadata.hasPayload(ofCase: metadata.tag(of: childAction))
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
