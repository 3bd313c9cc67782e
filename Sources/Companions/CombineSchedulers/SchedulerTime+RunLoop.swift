import Dispatch
public import Foundation

extension RunLoop: SchedulerTiming {
  /// An instant of a run loop, which is a date in whole microseconds.
  ///
  /// A date has a resolution of about 0.1 µs, so each sum of a date and an interval is rounded.
  /// Whole microseconds are exact: the order of operations does not affect their result. Dates
  /// within the same microsecond are equal instants.
  public struct SchedulerTimeType: SchedulerTime {
    /// The instant as a date.
    public var date: Date

    /// The instant of a date.
    public init(_ date: Date) {
      self.date = date
    }

    /// The current instant.
    public static var now: Self { Self(Date()) }

    /// The start of 1970.
    public static var testStart: Self { Self(Date(timeIntervalSince1970: 0)) }

    private var microseconds: Double { (date.timeIntervalSinceReferenceDate * 1e6).rounded() }

    /// The time from this instant to another.
    public func distance(to other: Self) -> SchedulerInterval {
      SchedulerInterval(.microseconds(other.microseconds - microseconds))
    }

    /// The instant after an interval.
    public func advanced(by interval: SchedulerInterval) -> Self {
      let added = (interval.duration / .microseconds(1)).rounded()
      return Self(Date(timeIntervalSinceReferenceDate: (microseconds + added) / 1e6))
    }

    /// Whether both are in the same microsecond.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.microseconds == rhs.microseconds }

    /// Hashes the instant.
    public func hash(into hasher: inout Hasher) { hasher.combine(microseconds) }

    /// Whether the first is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.microseconds < rhs.microseconds }
  }

  /// A test scheduler in place of a run loop.
  public static var test: TestSchedulerOf<RunLoop> { TestSchedulerOf() }

  /// A scheduler in place of a run loop that never waits.
  public static var immediate: ImmediateSchedulerOf<RunLoop> { ImmediateSchedulerOf() }

  /// A scheduler in place of a run loop that reports each use.
  public static var unimplemented: UnimplementedSchedulerOf<RunLoop> {
    UnimplementedSchedulerOf("RunLoop")
  }
}

extension AnySchedulerOf<RunLoop> {
  /// The main thread.
  ///
  /// The main queue performs its work: a program that waits in `async` code runs that queue, and
  /// not its main run loop.
  public static var main: Self { Self(MainRunLoop()) }
}

private struct MainRunLoop: Scheduler {
  typealias SchedulerTimeType = RunLoop.SchedulerTimeType

  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    DispatchQueue.main.schedule(after: delay, work)
  }
}
