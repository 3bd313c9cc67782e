import CCore

/// A value behind a lock that a child of `fork` finds free, and the value whole.
///
/// For static tables, which any thread may be using when another one forks. A ``Locked`` is smaller and has
/// no part in forks: it is for what belongs to one store, effect or clock.
package struct ForkSafeLocked<Value>: ~Copyable, @unchecked Sendable {
  // Unchecked: the value is only touched under the lock.
  private let lock: OpaquePointer
  private let value: UnsafeMutablePointer<Value>

  /// Protects `initialValue`.
  package init(_ initialValue: sending Value) {
    lock = composable_fork_lock_create()
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    composable_fork_lock_destroy(lock)
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` with exclusive access.
  package func withLock<Result>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    composable_fork_lock_lock(lock)
    defer { composable_fork_lock_unlock(lock) }
    return try body(&value.pointee)
  }
}
