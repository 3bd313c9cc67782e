import Foundation

extension DependencyValues {
  /// Tells the date. A test that uses it must override it.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// Tells the date. See ``DependencyValues/date``.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Tells whatever `generate` returns.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Tells the same date each time.
  public static func constant(_ now: Date) -> Self {
    Self { now }
  }

  /// The date. Setting it makes it the same from then on.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The date.
  public func callAsFunction() -> Date {
    generate()
  }
}

private enum DateKey: ReportingTestDependencyKey {
  static var liveValue: DateGenerator { DateGenerator { Date() } }

  static func testValue(for use: UnimplementedUse) -> DateGenerator {
    DateGenerator {
      use.report(example: ".constant(Date(timeIntervalSince1970: 0))")
      return Date()
    }
  }
}
