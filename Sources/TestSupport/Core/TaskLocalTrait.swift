public import Testing

/// Sets a task-local value for a test, or for all tests of a suite.
///
/// ```swift
/// @Test(.taskLocal(Session.$current, Session(user: "Blob")))
/// func showsTheUser() { … }
/// ```
///
/// In the module that declares the property, the compiler does not find `$current` in an attribute,
/// as a macro generates it. The body of a function is checked later:
///
/// ```swift
/// extension Trait where Self == TaskLocalTrait<Session> {
///   static func session(_ session: Session) -> Self { .taskLocal(Session.$current, session) }
/// }
///
/// @Suite(.session(Session(user: "Blob"))) struct ProfileTests { … }
/// ```
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestScoping, TestTrait {
  fileprivate let taskLocal: TaskLocal<Value>
  fileprivate let value: @Sendable () throws -> Value

  /// The trait of a suite applies to its tests.
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
  ///   - value: The value; evaluated for each test.
  public static func taskLocal<Value>(
    _ taskLocal: TaskLocal<Value>,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    Self(taskLocal: taskLocal, value: value)
  }
}
