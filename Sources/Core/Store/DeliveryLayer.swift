/// How a store scoped from another hands on an action: in the case of its parent's action.
///
/// Without types, for the reasons that ``ReducerLogic`` gives.
@usableFromInline
final class DeliveryLayer {
  private let parent: ActionDelivery
  private let action: TemporaryLayout
  private let embedding: CaseEmbedding

  @usableFromInline
  init<Action, ChildAction>(
    to parent: ActionDelivery, in casePath: AnyCasePath<Action, ChildAction>
  ) {
    self.parent = parent
    action = TemporaryLayout(of: Action.self)
    embedding = casePath.embedding
  }

  @usableFromInline
  func deliver(_ childAction: UnsafeRawPointer) -> StoreTask {
    action.isCommon
      ? TemporaryLayout.withCommonMemory { deliver(childAction, $0) }
      : deliverUncommon(childAction)
  }

  @inline(never)
  private func deliverUncommon(_ childAction: UnsafeRawPointer) -> StoreTask {
    action.withUncommonMemory { deliver(childAction, $0) }
  }

  @inline(__always)
  private func deliver(
    _ childAction: UnsafeRawPointer, _ action: UnsafeMutableRawPointer
  ) -> StoreTask {
    embedding(childAction, action)
    defer { self.action.destroy(action) }
    return parent.deliver(action)
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
