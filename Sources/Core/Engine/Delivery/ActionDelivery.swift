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
