import CompanionSupport

extension DependencyValues {
  /// The clock to wait with that continues while the system sleeps. A test that uses it must
  /// override it, for example with a ``TestClock`` or an ``ImmediateClock``.
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }

  /// The clock to wait with that stops while the system sleeps. A test that uses it must override
  /// it, for example with a ``TestClock`` or an ``ImmediateClock``.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}

private enum ContinuousClockKey: ReportingTestDependencyKey {
  static var liveValue: any Clock<Duration> { ContinuousClock() }

  static func testValue(for use: UnimplementedUse) -> any Clock<Duration> {
    UnimplementedClock(use: use)
  }
}

private enum SuspendingClockKey: ReportingTestDependencyKey {
  static var liveValue: any Clock<Duration> { SuspendingClock() }

  static func testValue(for use: UnimplementedUse) -> any Clock<Duration> {
    UnimplementedClock(use: use)
  }
}
