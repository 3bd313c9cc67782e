extension Effect {
  /// Starts this effect after an interval in which no other one with the same id was returned.
  ///
  /// - Parameters:
  ///   - id: The id of the effects. ``cancel(id:)`` cancels them.
  ///   - dueTime: The time to wait.
  ///   - scheduler: The scheduler to wait with. New code passes a clock.
  ///   - options: `nil`: schedulers have no options here.
  public func debounce<S: Scheduler>(
    id: some Hashable & Sendable, for dueTime: SchedulerInterval, scheduler: S,
    options: Never? = nil
  ) -> Self {
    debounce(id: id, for: dueTime.duration, clock: SchedulerClock(base: scheduler))
  }

  /// Delivers at most one action of the effects with the same id per interval.
  ///
  /// - Parameters:
  ///   - id: The id of the effects. ``cancel(id:)`` cancels a running one, and a waiting action.
  ///   - interval: The time between two actions.
  ///   - scheduler: The scheduler that measures the interval. New code passes a clock.
  ///   - latest: Whether to deliver the last action of an interval at its end, rather than the
  ///     first.
  public func throttle<S: Scheduler>(
    id: some Hashable & Sendable, for interval: SchedulerInterval, scheduler: S, latest: Bool
  ) -> Self {
    throttle(
      id: id, for: interval.duration, clock: SchedulerClock(base: scheduler), latest: latest)
  }
}
