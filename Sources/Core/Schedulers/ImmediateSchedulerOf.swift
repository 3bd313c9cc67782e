/// A scheduler on which nothing takes time: work is done at once, in the call that schedules it.
public struct ImmediateSchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the scheduler that it is in place of.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  /// The instant that it always is.
  public let now: SchedulerTimeType

  /// A scheduler of which it is always the same instant.
  public init(now: SchedulerTimeType = .testStart) {
    self.now = now
  }

  /// Does the work.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Does the work once: there is no end of intervals that take no time.
  @discardableResult
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    work()
    return ScheduledWork()
  }

  /// This scheduler, in place of the one that the program uses.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Base> {
    AnySchedulerOf(self)
  }
}
