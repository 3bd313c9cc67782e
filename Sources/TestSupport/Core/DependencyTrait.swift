public import ComposableCore
public import Testing

/// Overrides dependencies for a test, or for all tests of a suite, each of which starts with
/// defaults of its own.
///
/// ```swift
/// @Suite(.dependency(\.uuid, .incrementing))
/// struct FeatureTests {
///   @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 0) })
///   func adds() async { … }
/// }
/// ```
///
/// If both override the same dependency, the test wins. The arguments of a test run with defaults
/// of their own as well.
public struct DependencyTrait: SuiteTrait, TestScoping, TestTrait {
  fileprivate let update: @Sendable (inout DependencyValues) async throws -> Void

  /// The trait of a suite applies to its tests.
  public var isRecursive: Bool { true }

  /// Runs a test with the dependencies.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await DependencyValues.withDefaultsOfItsOwn {
      try await withDependencies {
        try await update(&$0)
      } operation: {
        try await function()
      }
    }
  }
}

extension Trait where Self == DependencyTrait {
  /// Overrides a dependency.
  ///
  /// - Parameters:
  ///   - keyPath: The dependency.
  ///   - value: The value; evaluated for each test.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Overrides a dependency that is its own key.
  ///
  /// - Parameter value: The value; evaluated for each test.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }

  /// Overrides dependencies.
  ///
  /// - Parameter update: Changes them; called for each test.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(update: update)
  }

  /// Gives each test, and each of its arguments, defaults of its own.
  public static var dependencies: Self {
    Self { _ in }
  }
}
