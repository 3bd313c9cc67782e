/// A type-erased scheduler, such as a queue or a test scheduler.
///
/// `Base` names the scheduler of the running program: `AnySchedulerOf<DispatchQueue>`.
public struct AnySchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the wrapped scheduler.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  let base: any Scheduler<Base.SchedulerTimeType>

  /// Erases the type of a scheduler.
  public init(_ base: any Scheduler<Base.SchedulerTimeType>) {
    self.base = base
  }

  /// The current instant.
  public var now: SchedulerTimeType { base.now }

  /// Schedules the work with the wrapped scheduler.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    base.schedule(after: delay, work)
  }

  /// Schedules repeated work with the wrapped scheduler.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    base.schedule(after: date, interval: interval, tolerance: tolerance, work)
  }

  /// A scheduler that performs all work immediately.
  public static var immediate: Self { Self(ImmediateSchedulerOf<Base>()) }

  /// A scheduler that reports each use as an issue.
  public static var unimplemented: Self { .unimplemented("\(Base.self)") }

  /// A scheduler that reports each use as an issue.
  ///
  /// - Parameters:
  ///   - name: The name of the scheduler in the reports.
  ///   - now: The current instant, which does not change.
  public static func unimplemented(
    _ name: String, now: SchedulerTimeType = .testStart
  ) -> Self {
    Self(UnimplementedSchedulerOf<Base>(name, now: now))
  }

  /// Returns the scheduler itself.
  public func eraseToAnyScheduler() -> Self { self }
}
