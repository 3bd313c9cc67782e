import CompanionSupport
import Foundation

extension DependencyValues {
  /// The centre that posts notifications. A test that reads it must override it.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }
}

private enum NotificationCenterKey: ReportingTestDependencyKey {
  static var liveValue: NotificationCenter { .default }

  static func testValue(for use: UnimplementedUse) -> NotificationCenter {
    use.report(example: "NotificationCenter()")
    return NotificationCenter()
  }
}
