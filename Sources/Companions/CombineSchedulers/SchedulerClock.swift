import CompanionSupport

/// A scheduler as a clock, for code that waits.
package struct SchedulerClock<Base: Scheduler>: Clock {
  package struct Instant: InstantProtocol {
    package let time: Base.SchedulerTimeType

    package func advanced(by duration: Duration) -> Self {
      Self(time: time.advanced(by: SchedulerInterval(duration)))
    }

    package func duration(to other: Self) -> Duration {
      time.distance(to: other.time).duration
    }

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.time < rhs.time }
  }

  private let base: Base

  package init(base: Base) {
    self.base = base
  }

  package var now: Instant { Instant(time: base.now) }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let delay = now.duration(to: deadline)
    let waiter = Locked<Waiter?>(nil)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        waiter.withLock { $0 = Waiter(continuation: continuation) }
        let work = schedule(after: delay) { waiter.take()?.continuation.resume() }
        waiter.withLock { $0?.work = work }
        // The handler may have run before there was a continuation to resume.
        if Task.isCancelled { waiter.take()?.cancel() }
      }
    } onCancel: {
      waiter.take()?.cancel()
    }
    try Task.checkCancellation()
  }

  private func schedule(
    after delay: Duration, _ work: @escaping @Sendable () -> Void
  ) -> ScheduledWork? {
    guard let base = base as? any WorkReleasing,
      let scheduled = base.scheduleReleasable(after: delay, work)
    else {
      base.schedule(after: delay, work)
      return nil
    }
    return scheduled
  }
}

private struct Waiter: Sendable {
  let continuation: UnsafeContinuation<Void, any Error>
  /// Released with the waiter: work of a cancelled sleep must not stay in a test scheduler.
  var work: ScheduledWork?

  func cancel() { continuation.resume(throwing: CancellationError()) }
}

extension Locked {
  /// Removes and returns the value, if there is one.
  fileprivate func take<Wrapped: Sendable>() -> Wrapped? where Value == Wrapped? {
    withLock { value in
      defer { value = nil }
      return value
    }
  }
}
