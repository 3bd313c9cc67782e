import CCore
import CompanionSupport

/// Embeds the actions of a scoped store in actions of its parent, up to the root.
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

  fileprivate init(
    to parent: ActionDelivery, from store: UInt64, action: TemporaryLayout,
    embedding: @escaping CaseEmbedding, destruction: @escaping Destruction
  ) {
    self.destruction = destruction
    self.parent = parent
    self.store = store
    switch parent {
    case .root(let runtime):
      root = .passUnretained(runtime)
      parentLayer = nil
    case .layer(let layer):
      root = nil
      parentLayer = .passUnretained(layer)
    }
    self.action = action
    self.embedding = embedding
  }

  // MARK: Typed slow path

  /// Delivers an action that does not fit.
  fileprivate func deliverApart(_ childAction: UnsafeRawPointer) -> StoreTask { isAbstract() }

  // MARK: The path of an action

  /// A layer whose embedding has been applied. The resulting action follows in memory.
  private struct Step {
    let layer: Unmanaged<DeliveryLayer>
    let previous: UnsafeMutablePointer<Step>?

    static var size: Int { MemoryLayout<Step>.size }
  }

  @usableFromInline
  final func deliver(_ childAction: UnsafeRawPointer) -> StoreTask {
    if composable_instruments_sends() { return deliverInstrumented(childAction) }
    return Scratch.with { scratch, end in deliver(childAction, scratch, end) }
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
      to: parent, from: store, action: TemporaryLayout(of: Action.self),
      embedding: casePath.embedding, destruction: destruction)
  }

  override fileprivate func deliverApart(_ childAction: UnsafeRawPointer) -> StoreTask {
    withTemporary(Action.self) { action in
      casePath.embedding(childAction, action)
      defer { action.deinitialize(count: 1) }
      return parent.deliver(action)
    }
  }
}
