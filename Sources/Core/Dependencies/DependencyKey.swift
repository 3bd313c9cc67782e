/// Registers a dependency, with the value a running program uses.
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
/// The values are asked for once: per process, or per test while tests run.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// What a running program uses.
  static var liveValue: Value { get }

  /// The type of the dependency.
  associatedtype Value = Self

  /// What previews use; `liveValue` if there is none.
  static var previewValue: Value { get }

  /// What tests use. A test that reads a dependency without one fails, since it would use what the
  /// running program does.
  static var testValue: Value { get }
}

/// Registers a dependency without the value a running program uses, which a module of its own may
/// add by conforming the same type to ``DependencyKey``.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// The type of the dependency.
  associatedtype Value: Sendable = Self

  /// What previews use; `testValue` if there is none.
  static var previewValue: Value { get }

  /// What tests use.
  static var testValue: Value { get }

  /// Whether a test that reads the dependency fails while it has neither a test value nor an
  /// override.
  static var shouldReportUnimplemented: Bool { get }
}

extension DependencyKey {
  /// ``liveValue``.
  public static var previewValue: Value { liveValue }

  /// `previewValue`; the test that reads it fails.
  public static var testValue: Value {
    if let read = DependencyRead.current, read.pointee.keyOfDefault == ObjectIdentifier(Self.self) {
      read.pointee.lacksTestValue = true
    }
    return previewValue
  }
}

extension TestDependencyKey {
  /// ``testValue``.
  public static var previewValue: Value { testValue }

  /// `true`.
  public static var shouldReportUnimplemented: Bool { true }
}

/// A key of this library whose test value reports that it is used, and names the property that did.
protocol ReportingTestDependencyKey: DependencyKey {
  static func testValue(for use: UnimplementedUse) -> Value
}

extension ReportingTestDependencyKey {
  /// What is asked for where no property reads it.
  static var testValue: Value {
    testValue(for: UnimplementedUse(name: "\(Self.self)", place: nil))
  }
}
