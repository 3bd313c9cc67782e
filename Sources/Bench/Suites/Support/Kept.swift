/// A value in memory of its own, through a pointer to which wrappers name an action.
final class Kept<Value> {
  private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  init(_ value: Value) {
    memory.initialize(to: value)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The pointer. It is opaque to the optimiser, so any call may have changed the value.
  var address: UnsafePointer<Value> { UnsafePointer(opaque(memory)) }
}
