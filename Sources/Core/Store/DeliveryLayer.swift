/// How a store scoped from another hands on an action: in the case of its parent's action, up to the
/// root.
///
/// Without types, for the reasons that ``ReducerLogic`` gives, and in loops rather than nested calls,
/// for the one that ``ScopeLayer`` gives.
@usableFromInline
final class DeliveryLayer {
  private let parent: ActionDelivery
  /// Not counted, as the count would change for each action: `parent` keeps it alive.
  private let parentLayer: Unmanaged<DeliveryLayer>?
  private let send: (UnsafeRawPointer) -> StoreTask
  private let action: TemporaryLayout
  private let embedding: CaseEmbedding
  /// What is rare, and knows the type.
  private let deliverApart: (UnsafeRawPointer) -> StoreTask

  @usableFromInline
  init<Action, ChildAction>(
    to parent: ActionDelivery, in casePath: AnyCasePath<Action, ChildAction>
  ) {
    self.parent = parent
    switch parent {
    case .root(let send):
      self.send = send
      parentLayer = nil
    case .layer(let layer):
      send = { layer.deliver($0) }
      parentLayer = .passUnretained(layer)
    }
    action = TemporaryLayout(of: Action.self)
    embedding = casePath.embedding
    deliverApart = { childAction in
      withTemporary(Action.self) { action in
        casePath.embedding(childAction, action)
        defer { action.deinitialize(count: 1) }
        return parent.deliver(action)
      }
    }
  }

  /// A layer that the action has passed on its way up. The action it became follows in memory.
  private struct Step {
    let layer: Unmanaged<DeliveryLayer>
    let previous: UnsafeMutablePointer<Step>?

    static var size: Int { MemoryLayout<Step>.size }
  }

  @usableFromInline
  func deliver(_ childAction: UnsafeRawPointer) -> StoreTask {
    Scratch.with { scratch, end in deliver(childAction, scratch, end) }
  }

  @inline(__always)
  private func deliver(
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
        task = layer._withUnsafeGuaranteedRef { $0.send(childAction) }
        break
      }
      layer = parentLayer
    }

    while let step = last {
      step.pointee.layer._withUnsafeGuaranteedRef {
        guard $0.action.needsDestruction else { return }
        $0.action.destroy(UnsafeMutableRawPointer(step) + Step.size)
      }
      last = step.pointee.previous
    }
    return task
  }
}

/// The way of an action from a store to the root.
@usableFromInline
enum ActionDelivery {
  /// The store is the root.
  case root((UnsafeRawPointer) -> StoreTask)
  /// The store was scoped from another.
  case layer(DeliveryLayer)

  @inlinable
  @inline(__always)
  func deliver(_ action: UnsafeRawPointer) -> StoreTask {
    switch self {
    case .root(let send): send(action)
    case .layer(let layer): layer.deliver(action)
    }
  }
}
