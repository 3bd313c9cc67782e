/// A scheduler that may keep work until a test advances it, and releases cancelled work.
protocol WorkReleasing {
  /// Schedules work after a delay.
  ///
  /// - Returns: Keeps the work scheduled; `nil`, without scheduling it, if the scheduler cannot
  ///   release work.
  func scheduleReleasable(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork?
}

extension AnySchedulerOf: WorkReleasing {
  func scheduleReleasable(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork? {
    (base as? any WorkReleasing)?.scheduleReleasable(after: delay, work)
  }
}
