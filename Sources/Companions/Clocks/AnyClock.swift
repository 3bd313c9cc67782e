/// Any clock whose durations are `Duration`s.
///
/// ```swift
/// let clock = AnyClock(ContinuousClock())
/// ```
public final class AnyClock<Duration: DurationProtocol & Hashable>: Clock {
  /// An instant, as the time since the clock was wrapped.
  public typealias Instant = OffsetInstant<Duration>

  private let elapsed: @Sendable () -> Duration
  private let resolution: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void

  /// Erases the type of `clock`.
  public init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    resolution = { clock.minimumResolution }
    sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
  }

  /// The current instant.
  public var now: Instant { Instant(offset: elapsed()) }

  /// The resolution of the clock.
  public var minimumResolution: Duration { resolution() }

  /// Waits until `deadline`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleepUntil(deadline.offset, tolerance)
  }
}
