extension Clock where Duration: Hashable {
  /// A sequence that ticks at each interval until its task is cancelled.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.timerTicked)
  /// }
  /// ```
  ///
  /// The average rate is kept: a late tick does not delay those after it, and missed ticks are
  /// skipped.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, and before the first.
  ///   - tolerance: How late a tick may be.
  public func timer(
    interval: Duration, tolerance: Duration? = nil
  ) -> _AsyncTimerSequence<AnyClock<Duration>> {
    _AsyncTimerSequence(interval: interval, tolerance: tolerance, clock: AnyClock(self))
  }
}

/// The return type of ``Clock/timer(interval:tolerance:)``.
public struct _AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  /// The instant of a tick.
  public typealias Element = C.Instant

  private let interval: C.Duration
  private let tolerance: C.Duration?
  private let clock: C

  /// A sequence that ticks at each interval.
  public init(interval: C.Duration, tolerance: C.Duration? = nil, clock: C) {
    self.interval = interval
    self.tolerance = tolerance
    self.clock = clock
  }

  /// Starts the first interval.
  public func makeAsyncIterator() -> Iterator {
    Iterator(self)
  }

  /// Waits for ticks.
  public struct Iterator: AsyncIteratorProtocol {
    private let sequence: _AsyncTimerSequence
    private var last: C.Instant?

    fileprivate init(_ sequence: _AsyncTimerSequence) {
      self.sequence = sequence
    }

    /// Waits for the next tick; `nil` once the task is cancelled.
    public mutating func next() async -> C.Instant? {
      let now = sequence.clock.now
      let deadline = nextDeadline(at: now)
      last = deadline
      do {
        try await sequence.clock.sleep(until: deadline, tolerance: sequence.tolerance)
      } catch {
        return nil
      }
      return sequence.clock.now
    }

    /// The deadline of the first tick after `now`, however many have been missed since the last.
    private func nextDeadline(at now: C.Instant) -> C.Instant {
      let next = (last ?? now).advanced(by: sequence.interval)
      // With an interval of zero no tick can be missed.
      guard sequence.interval > .zero, next < now else { return next }
      let missed = (next.duration(to: now) / sequence.interval).rounded(.up)
      // Beyond this, a `Double` no longer distinguishes successive counts.
      guard missed < 0x1p52 else { return now.advanced(by: sequence.interval) }
      return next.advanced(by: sequence.interval * Int(missed))
    }
  }
}

@available(*, unavailable)
extension _AsyncTimerSequence.Iterator: Sendable {}
