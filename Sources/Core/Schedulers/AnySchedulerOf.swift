/// A scheduler that stands for another one, such as a queue or a test's.
///
/// `Base` says what it stands for in the running program: `AnySchedulerOf<DispatchQueue>`.
public struct AnySchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the scheduler that it stands for.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  private let base: any Scheduler<Base.SchedulerTimeType>

  /// Hides which scheduler it is.
  public init(_ base: any Scheduler<Base.SchedulerTimeType>) {
    self.base = base
  }

  /// The current instant.
  public var now: SchedulerTimeType { base.now }

  /// Has the hidden scheduler do the work.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    base.schedule(after: delay, work)
  }

  /// Has the hidden scheduler repeat the work.
  @discardableResult
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    base.schedule(after: date, interval: interval, tolerance: tolerance, work)
  }

  /// A scheduler that does everything at once.
  public static var immediate: Self { Self(ImmediateSchedulerOf<Base>()) }

  /// A scheduler that reports each use as an issue.
  public static var unimplemented: Self { .unimplemented("\(Base.self)") }

  /// A scheduler that reports each use as an issue.
  ///
  /// - Parameters:
  ///   - name: What the scheduler is, for the reports.
  ///   - now: The instant that it is.
  public static func unimplemented(
    _ name: String, now: SchedulerTimeType = .testStart
  ) -> Self {
    Self(UnimplementedSchedulerOf<Base>(name, now: now))
  }

  /// This scheduler.
  public func eraseToAnyScheduler() -> Self { self }

  /// This scheduler. There is nothing here that an animation could apply to.
  public func animation(_ animation: Animation? = .default) -> Self { self }

  /// This scheduler. There is nothing here that a transaction could apply to.
  public func transaction(_ transaction: Transaction) -> Self { self }
}
