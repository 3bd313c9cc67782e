import CompanionSupport
import Foundation

extension DependencyValues {
  /// Returns the current date. A test that uses it must override it.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  public var date: DateGenerator {
    get { self[DateKey.self] }
    set { self[DateKey.self] = newValue }
  }
}

/// Returns the current date. See ``DependencyValues/date``.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Returns the result of `generate`.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// Returns the same date each time.
  public static func constant(_ now: Date) -> Self {
    Self { now }
  }

  /// The current date. Setting it fixes it to that date.
  public var now: Date {
    get { self() }
    set { generate = { newValue } }
  }

  /// The date.
  public func callAsFunction() -> Date {
    let date = generate()
    controlledRun?.draw(date)
    return date
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
