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
    let waiter = Locked<UnsafeContinuation<Void, any Error>?>(nil)
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        waiter.withLock { $0 = continuation }
        base.schedule(after: delay) { waiter.take()?.resume() }
        // The handler may have run before there was a continuation to resume.
        if Task.isCancelled { waiter.take()?.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      waiter.take()?.resume(throwing: CancellationError())
    }
    try Task.checkCancellation()
  }
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
