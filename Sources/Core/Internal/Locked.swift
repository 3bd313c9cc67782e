import CCore
import Synchronization

/// A value behind a lock.
///
/// A `Mutex` that ThreadSanitizer supports: the standard library's takes a futex in code without
/// instrumentation, so that every value it protects would be reported as a race.
package struct Locked<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>

  /// Protects `initialValue`.
  package init(_ initialValue: sending Value) {
    mutex = Mutex(initialValue)
  }

  /// Runs `body` with exclusive access.
  package func withLock<Result>(
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
