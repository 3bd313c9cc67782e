import Dispatch
public import Foundation

extension RunLoop: SchedulerTiming {
  /// An instant of a run loop, which is a date.
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

    /// The time from this instant to another.
    public func distance(to other: Self) -> SchedulerInterval {
      SchedulerInterval(.seconds(other.date.timeIntervalSince(date)))
    }

    /// The instant after an interval.
    public func advanced(by interval: SchedulerInterval) -> Self {
      Self(date.addingTimeInterval(interval.timeInterval))
    }

    /// Whether the first is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.date < rhs.date }
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
