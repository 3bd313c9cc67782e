import CompanionSupport
import Foundation

extension DependencyValues {
  /// The time zone of displayed times: the user's. A test that reads it must override it.
  public var timeZone: TimeZone {
    get { self[TimeZoneKey.self] }
    set { self[TimeZoneKey.self] = newValue }
  }
}

private enum TimeZoneKey: ReportingTestDependencyKey {
  static var liveValue: TimeZone { .autoupdatingCurrent }

  static func testValue(for use: UnimplementedUse) -> TimeZone {
    use.report(example: ".gmt")
    return liveValue
  }
}
