/// A value on an actor of its own, for tests that observe asynchronous code.
///
/// ``LockIsolated`` does the same without waiting, and is the better choice in most tests.
@dynamicMemberLookup
public actor ActorIsolated<Value> {
  /// The value.
  public var value: Value

  /// Protects a value.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    self.value = try value()
  }

  /// A part of the value.
  public subscript<Part>(dynamicMember keyPath: any KeyPath<Value, Part> & Sendable) -> Part {
    value[keyPath: keyPath]
  }

  /// Reads and changes the value with exclusive access.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    var value = self.value
    defer { self.value = value }
    return try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ newValue: @autoclosure @Sendable () throws -> Value) rethrows {
    value = try newValue()
  }
}
