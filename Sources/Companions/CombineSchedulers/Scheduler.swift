import CompanionSupport

/// The kind of time that a scheduler uses, named by `DispatchQueue` or `RunLoop` in
/// `AnySchedulerOf<DispatchQueue>`.
public protocol SchedulerTiming<SchedulerTimeType> {
  /// An instant.
  associatedtype SchedulerTimeType: SchedulerTime
}

/// An instant of a scheduler.
public protocol SchedulerTime: Strideable, Hashable, Sendable where Stride == SchedulerInterval {
  /// The current instant in the running program.
  static var now: Self { get }
  /// The instant at which test schedulers start.
  static var testStart: Self { get }
}

/// Performs work later, or on another thread: a queue, or a test scheduler under the control of a
/// test.
///
/// ```swift
/// @Dependency(\.mainQueue) var mainQueue
///
/// try await mainQueue.sleep(for: .seconds(1))
/// for await _ in mainQueue.timer(interval: .milliseconds(100)) { … }
/// ```
///
/// New code waits with a `Clock`. Actions need no scheduler, as they return to their store from any
/// thread or task.
public protocol Scheduler<SchedulerTimeType>: SchedulerTiming, Sendable {
  /// The current instant.
  var now: SchedulerTimeType { get }

  /// Schedules work after a delay.
  ///
  /// - Parameters:
  ///   - delay: The time to wait.
  ///   - work: The work.
  func schedule(after delay: Duration, _ work: @escaping @Sendable () -> Void)

  /// Schedules work at an instant, and again after each interval.
  ///
  /// - Parameters:
  ///   - date: The first instant.
  ///   - interval: The time between two instants.
  ///   - tolerance: How late the work may be.
  ///   - work: The work.
  /// - Returns: Keeps the work scheduled: to release it cancels the work, as `cancel()` does.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval, tolerance: SchedulerInterval?,
    _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork
}

/// Work that a scheduler repeats until this is cancelled or released.
public final class ScheduledWork: Sendable {
  private let cancelled = Locked(false)
  private let onCancel: @Sendable () -> Void

  /// - Parameter onCancel: Releases the work, if the scheduler keeps it until it is cancelled.
  init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Cancels the work: it is not performed again.
  public func cancel() {
    cancelled.withLock { $0 = true }
    onCancel()
  }

  var isCancelled: Bool { cancelled.withLock { $0 } }
}

extension Scheduler {
  /// The current instant in the running program.
  public var now: SchedulerTimeType { .now }

  /// The shortest delay that the scheduler supports.
  public var minimumTolerance: SchedulerInterval { .zero }

  /// Schedules work as soon as possible.
  public func schedule(_ work: @escaping @Sendable () -> Void) {
    schedule(after: Duration.zero, work)
  }

  /// Schedules work at an instant.
  ///
  /// - Parameters:
  ///   - date: The instant.
  ///   - work: The work.
  public func schedule(after date: SchedulerTimeType, _ work: @escaping @Sendable () -> Void) {
    schedule(after: now.distance(to: date).duration, work)
  }

  /// Schedules work at an instant, and again after each interval, until the result is released.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerInterval,
    tolerance: SchedulerInterval? = nil, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork {
    let repeated = ScheduledWork()
    // Only the caller keeps it: released, it cancels the work.
    weak let kept = repeated
    @Sendable func schedule(at date: SchedulerTimeType) {
      self.schedule(after: date) {
        guard kept?.isCancelled == false else { return }
        work()
        schedule(at: date.advanced(by: interval))
      }
    }
    schedule(at: date)
    return repeated
  }
}
