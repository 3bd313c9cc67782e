/// A value at an address of its own, where wrappers find the action they are to name.
final class Kept<Value> {
  private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)

  init(_ value: Value) {
    memory.initialize(to: value)
  }

  deinit {
    memory.deinitialize(count: 1)
    memory.deallocate()
  }

  /// The address. As it is hidden from the optimiser, any call may have changed what is there.
  var address: UnsafePointer<Value> { UnsafePointer(opaque(memory)) }
}
