public import CCore

/// A value behind a lock, which is unlocked and consistent in a child of `fork`.
///
/// For static tables, which any thread may be using when another one forks. A ``Locked`` is smaller
/// and does not take part in forks: it is for the parts of one store, effect or clock.
///
/// Both are inlined, as generic code of another module would look up the types at each use.
public struct ForkSafeLocked<Value>: ~Copyable, @unchecked Sendable {
  // Unchecked: the value is accessed under the lock only.
  @usableFromInline let lock: OpaquePointer
  @usableFromInline let value: UnsafeMutablePointer<Value>

  /// Protects `initialValue`.
  @inlinable
  public init(_ initialValue: sending Value) {
    lock = composable_fork_lock_create()
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  @inlinable
  deinit {
    composable_fork_lock_destroy(lock)
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// Runs `body` with exclusive access.
  @inlinable
  @inline(__always)
  public func withLock<Result>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    composable_fork_lock_lock(lock)
    defer { composable_fork_lock_unlock(lock) }
    return try body(&value.pointee)
  }
}
