import CompanionSupport
import IssueReporting

/// A scheduler that reports each use as an issue: for tests of features that must not use one.
public struct UnimplementedSchedulerOf<Base: SchedulerTiming>: Scheduler {
  /// An instant of the scheduler that it replaces.
  public typealias SchedulerTimeType = Base.SchedulerTimeType

  private let start: SchedulerTimeType
  private let report: @Sendable (_ member: String) -> Void

  /// A scheduler that reports each use.
  ///
  /// - Parameters:
  ///   - name: The name of the scheduler in the reports.
  ///   - now: The current instant, which does not change.
  public init(_ name: String = "\(Base.self)", now: SchedulerTimeType = .testStart) {
    start = now
    report = { member in
      reportIssue(
        """
        '\(member)' of an unimplemented scheduler was used: \(name).

        A test that created the scheduler says that nothing uses it. If something does, and should, \
        use a 'TestSchedulerOf', which the test moves on, or an 'ImmediateSchedulerOf', which does not \
        wait.
        """)
    }
  }

  package init(use: UnimplementedUse, example: String) {
    start = .testStart
    report = { use.report("@Dependency(\\.\(use.name)).\($0)", example: example) }
  }

  /// Reports the use.
  public var now: SchedulerTimeType {
    report("now")
    return start
  }

  /// Reports the use, and performs the work at once.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    report("schedule")
    work()
  }

  /// Reports the use, and performs the work once.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    report("schedule")
    work()
    return ScheduledWork()
  }

  /// Returns the scheduler, with its type erased.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Base> {
    AnySchedulerOf(self)
  }
}
