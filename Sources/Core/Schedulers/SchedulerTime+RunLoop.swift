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

    /// The beginning of 1970.
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

  /// A scheduler in place of a run loop, which waits for its test.
  public static var test: TestSchedulerOf<RunLoop> { TestSchedulerOf() }

  /// A scheduler in place of a run loop, on which nothing takes time.
  public static var immediate: ImmediateSchedulerOf<RunLoop> { ImmediateSchedulerOf() }

  /// A scheduler in place of a run loop, which reports each use.
  public static var unimplemented: UnimplementedSchedulerOf<RunLoop> {
    UnimplementedSchedulerOf("RunLoop")
  }
}

extension AnySchedulerOf<RunLoop> {
  /// The main thread.
  ///
  /// Its work is done by the main queue: a program that waits in `async` code runs that, and not
  /// its main run loop.
  public static var main: Self { Self(MainRunLoop()) }
}

private struct MainRunLoop: Scheduler {
  typealias SchedulerTimeType = RunLoop.SchedulerTimeType

  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    DispatchQueue.main.schedule(after: delay, work)
  }
}
