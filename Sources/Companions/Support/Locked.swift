public import CCore
public import Synchronization

/// A value behind a lock.
///
/// A `Mutex` that ThreadSanitizer supports: the standard library's takes a futex in code without
/// instrumentation, so that every value it protects would be reported as a race.
public struct Locked<Value>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>

  /// Protects `initialValue`.
  @inlinable
  public init(_ initialValue: sending Value) {
    mutex = Mutex(initialValue)
  }

  /// Runs `body` with exclusive access.
  @inlinable
  @inline(__always)
  public func withLock<Result>(
    _ body: (inout sending Value) throws -> sending Result
  ) rethrows -> sending Result {
    // Only an identity, not read through. A noncopyable value does not move.
    let address = withUnsafePointer(to: self) { UnsafeRawPointer($0) }
    return try mutex.withLock { value in
      composable_did_lock(address)
      defer { composable_will_unlock(address) }
      return try body(&value)
    }
  }
}
