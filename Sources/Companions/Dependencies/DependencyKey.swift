import CompanionSupport
import IssueReporting

/// Registers a dependency, with its value in production.
///
/// ```swift
/// extension APIClient: DependencyKey {
///   static let liveValue = APIClient(fetch: { try await download($0) })
///   static let testValue = APIClient(fetch: unimplemented("APIClient.fetch"))
/// }
///
/// extension DependencyValues {
///   var api: APIClient {
///     get { self[APIClient.self] }
///     set { self[APIClient.self] = newValue }
///   }
/// }
/// ```
///
/// Each value is made once: per process, or per test in tests.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value in production.
  static var liveValue: Value { get }

  /// The type of the dependency.
  associatedtype Value = Self

  /// The value in previews; `liveValue` by default.
  static var previewValue: Value { get }

  /// The value in tests. Without one, a test that reads the dependency fails, since it would use
  /// the value of production.
  static var testValue: Value { get }
}

/// Registers a dependency without its value in production. Another module may add that by
/// conforming the same type to ``DependencyKey``.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// The value in previews; `testValue` by default.
  static var previewValue: Value { get }

  /// The value in tests.
  static var testValue: Value { get }

  /// Whether a test that reads the dependency fails while it has neither a test value nor an
  /// override.
  static var shouldReportUnimplemented: Bool { get }
}

extension DependencyKey {
  /// ``liveValue``.
  public static var previewValue: Value { liveValue }

  /// `previewValue`; a test that reads it fails.
  public static var testValue: Value {
    if let read = DependencyRead.current, read.pointee.keyOfDefault == ObjectIdentifier(Self.self) {
      read.pointee.lacksTestValue = true
    } else {
      reportIssue(
        """
        '\(Self.self).testValue' was read, but the dependency key has no value for tests.

        State 'static let testValue' in '\(Self.self)', or override the dependency in the test. \
        The preview value is used instead.
        """)
    }
    return previewValue
  }
}

extension TestDependencyKey {
  /// The default: ``testValue``.
  public static var previewValue: Value { testValue }

  /// The default: `true`.
  public static var shouldReportUnimplemented: Bool { true }
}

/// A key of this library whose test value reports its use, with the name of the property that read
/// it.
protocol ReportingTestDependencyKey: DependencyKey {
  static func testValue(for use: UnimplementedUse) -> Value
}

extension ReportingTestDependencyKey {
  /// The value for a read without a property.
  static var testValue: Value {
    testValue(for: .ofDependency("\(Self.self)", at: nil))
  }
}
