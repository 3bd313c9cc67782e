import CompanionSupport
import Foundation

/// A value behind a lock, for tests that observe concurrent code.
///
/// ```swift
/// let requests = LockIsolated<[String]>([])
/// let client = Client { path in
///   requests.withValue { $0.append(path) }
///   return Data()
/// }
/// ```
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Unchecked: the value is accessed under the lock only. The lock is recursive, as an autoclosure
  // or a part of the value may call back.
  private let lock = NSRecursiveLock()
  private var _value: Value

  /// Protects a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    _value = try value()
  }

  /// Reads and changes the value with exclusive access.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    controlledRun?.use(self)
    lock.lock()
    defer { lock.unlock() }
    // A copy, so that code that calls back while it changes the value gets the old one rather than
    // a trap.
    var value = _value
    defer { _value = value }
    return try operation(&value)
  }

  /// Replaces the value.
  ///
  /// To change it depending on its value, use ``withValue(_:)``: between reading and replacing,
  /// another thread may change it.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    controlledRun?.use(self)
    lock.lock()
    defer { lock.unlock() }
    _value = try newValue()
  }

  private func copy() -> Value {
    controlledRun?.use(self)
    lock.lock()
    defer { lock.unlock() }
    return _value
  }
}

extension LockIsolated where Value: Sendable {
  /// A copy of the value.
  public var value: Value {
    copy()
  }

  /// A copy of a part of the value.
  public subscript<Part: Sendable>(dynamicMember keyPath: KeyPath<Value, Part>) -> Part {
    copy()[keyPath: keyPath]
  }
}

extension LockIsolated: Equatable where Value: Equatable {
  /// Whether both current values are equal.
  public static func == (lhs: LockIsolated, rhs: LockIsolated) -> Bool {
    lhs.copy() == rhs.copy()
  }
}

extension LockIsolated: Hashable where Value: Hashable {
  /// Hashes the current value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(copy())
  }
}
