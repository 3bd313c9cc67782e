/// A scheduler that never waits: work is performed at once, in the call that schedules it.
public struct ImmediateSchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the scheduler that it replaces.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  /// The current instant, which does not change.
  public let now: SchedulerTimeType

  /// A scheduler with a fixed current instant.
  public init(now: SchedulerTimeType = .testStart) {
    self.now = now
  }

  /// Performs the work.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    work()
  }

  /// Performs the work once: without time, repetitions would never end.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    work()
    return ScheduledWork()
  }

  /// Returns the scheduler, with its type erased.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Base> {
    AnySchedulerOf(self)
  }
}
