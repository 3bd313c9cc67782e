/// How a store scoped from another hands on an action: in the case of its parent's action.
///
/// One object, for the reason that ``ScopeLayer`` is one.
@usableFromInline
final class DeliveryLayer<Action, ChildAction> {
  @usableFromInline let deliverToParent: (UnsafePointer<Action>) -> StoreTask
  @usableFromInline let embedding:
    (UnsafePointer<ChildAction>, UnsafeMutablePointer<Action>) -> Void

  @inlinable
  init(
    deliver: @escaping (UnsafePointer<Action>) -> StoreTask,
    casePath: AnyCasePath<Action, ChildAction>
  ) {
    deliverToParent = deliver
    embedding = casePath.embedding
  }

  @inlinable
  @inline(__always)
  func deliver(_ childAction: UnsafePointer<ChildAction>) -> StoreTask {
    withTemporary(Action.self) { action in
      embedding(childAction, action)
      defer { action.deinitialize(count: 1) }
      return deliverToParent(action)
    }
  }
}
