import CompanionSupport
public import Dispatch

extension DispatchQueue {
  /// An instant of a queue, on a clock that stops while the system sleeps.
  public struct SchedulerTimeType: SchedulerTime {
    /// The instant as a time of Dispatch.
    public var dispatchTime: DispatchTime

    /// The instant of a time of Dispatch.
    public init(_ dispatchTime: DispatchTime) {
      self.dispatchTime = dispatchTime
    }

    /// The current instant.
    public static var now: Self { Self(.now()) }

    /// The first instant of Dispatch's clock.
    public static var testStart: Self { Self(DispatchTime(uptimeNanoseconds: 1)) }

    /// The time from this instant to another.
    public func distance(to other: Self) -> SchedulerInterval {
      let start = dispatchTime.uptimeNanoseconds
      let end = other.dispatchTime.uptimeNanoseconds
      return start <= end
        ? SchedulerInterval(.nanoseconds(Int64(clamping: end - start)))
        : SchedulerInterval(.zero - .nanoseconds(Int64(clamping: start - end)))
    }

    /// The instant after an interval, in whole nanoseconds.
    public func advanced(by interval: SchedulerInterval) -> Self {
      let (seconds, attoseconds) = interval.duration.components
      let (scaled, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let limit = seconds < 0 ? Int64.min : .max
      // Rounded: the duration of 1.4 s, made of a `Double`, is a fraction of a nanosecond shorter.
      let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
      let (sum, isOver) = scaled.addingReportingOverflow((attoseconds + half) / 1_000_000_000)
      let nanoseconds = isTooLong || isOver ? limit : sum
      let start = Int64(clamping: dispatchTime.uptimeNanoseconds)
      let (end, overflows) = start.addingReportingOverflow(nanoseconds)
      let uptime = overflows && nanoseconds > 0 ? Int64.max : max(end, 0)
      return Self(DispatchTime(uptimeNanoseconds: UInt64(uptime)))
    }

    /// Whether the first is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.dispatchTime < rhs.dispatchTime }

    /// Hashes the instant.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(dispatchTime.uptimeNanoseconds)
    }
  }
}

extension DispatchQueue: Scheduler {
  /// Schedules work on the queue after a delay.
  public func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    controlledRun?.noteSystemClock()
    guard delay > .zero else { return async { work() } }
    let (seconds, attoseconds) = delay.components
    asyncAfter(
      deadline: .now() + .seconds(Int(seconds))
        + .nanoseconds(Int(attoseconds / 1_000_000_000))
    ) { work() }
  }

  /// Returns the queue, with its type erased.
  public func eraseToAnyScheduler() -> AnySchedulerOf<DispatchQueue> {
    AnySchedulerOf(self)
  }

  /// A test scheduler in place of a queue.
  public static var test: TestSchedulerOf<DispatchQueue> { TestSchedulerOf() }

  /// A test scheduler in place of a queue. Another name of ``test``.
  public static var testScheduler: TestSchedulerOf<DispatchQueue> { TestSchedulerOf() }

  /// A scheduler in place of a queue that never waits.
  public static var immediate: ImmediateSchedulerOf<DispatchQueue> { ImmediateSchedulerOf() }

  /// A scheduler in place of a queue that reports each use.
  public static var unimplemented: UnimplementedSchedulerOf<DispatchQueue> {
    UnimplementedSchedulerOf("DispatchQueue")
  }
}

extension AnySchedulerOf<DispatchQueue> {
  /// The main queue.
  public static var main: Self { DispatchQueue.main.eraseToAnyScheduler() }

  /// A system queue of a quality of service.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> Self {
    DispatchQueue.global(qos: qos).eraseToAnyScheduler()
  }
}
