import CompanionSupport
import Foundation

extension DependencyValues {
  /// The calendar to compute dates with: the user's. A test that reads it must override it.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }
}

private enum CalendarKey: ReportingTestDependencyKey {
  static var liveValue: Calendar { .autoupdatingCurrent }

  static func testValue(for use: UnimplementedUse) -> Calendar {
    use.report(example: "Calendar(identifier: .gregorian)")
    return liveValue
  }
}
