public import Testing

/// Sets a task-local value for a test, or for all tests of a suite.
///
/// ```swift
/// @Test(.taskLocal(Session.$current, Session(user: "Blob")))
/// func showsTheUser() { … }
/// ```
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestScoping, TestTrait {
  fileprivate let taskLocal: TaskLocal<Value>
  fileprivate let value: @Sendable () throws -> Value

  /// A suite hands the trait on to its tests.
  public var isRecursive: Bool { true }

  /// Runs a test with the value.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await taskLocal.withValue(value()) { try await function() }
  }
}

extension Trait {
  /// Sets a task-local value.
  ///
  /// - Parameters:
  ///   - taskLocal: The projection of the task-local property.
  ///   - value: The value; made for each test.
  public static func taskLocal<Value>(
    _ taskLocal: TaskLocal<Value>,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    Self(taskLocal: taskLocal, value: value)
  }
}
