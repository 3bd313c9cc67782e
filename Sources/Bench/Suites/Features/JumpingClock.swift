import ComposableCore

/// A clock that a benchmark sets, and on which each sleep ends at once: a machine that was
/// suspended.
final class JumpingClock: Clock {
  typealias Instant = OffsetInstant<Duration>

  private let instant = LockIsolated(Instant())

  var now: Instant { instant.value }
  var minimumResolution: Duration { .zero }

  /// Moves the clock on without waking anything.
  func jump(by duration: Duration) {
    instant.withValue { $0 = $0.advanced(by: duration) }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    instant.withValue { $0 = max($0, deadline) }
  }
}
