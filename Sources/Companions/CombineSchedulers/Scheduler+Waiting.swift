extension Scheduler {
  /// Waits for an interval.
  ///
  /// - Parameters:
  ///   - interval: The time to wait.
  ///   - tolerance: How late it may be.
  /// - Throws: `CancellationError`, if the task is cancelled meanwhile.
  public func sleep(
    for interval: SchedulerInterval, tolerance: SchedulerInterval? = nil
  ) async throws {
    try await SchedulerClock(base: self).sleep(for: interval.duration)
  }

  /// Waits until an instant.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: How late it may be.
  /// - Throws: `CancellationError`, if the task is cancelled meanwhile.
  public func sleep(
    until deadline: SchedulerTimeType, tolerance: SchedulerInterval? = nil
  ) async throws {
    try await SchedulerClock(base: self).sleep(until: .init(time: deadline), tolerance: nil)
  }

  /// A sequence of instants that ticks at each interval until its task is cancelled. An immediate
  /// scheduler ticks once.
  ///
  /// ```swift
  /// for await _ in mainQueue.timer(interval: .seconds(1)) {
  ///   await send(.timerTicked)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, and before the first.
  ///   - tolerance: How late a tick may be.
  public func timer(
    interval: SchedulerInterval, tolerance: SchedulerInterval? = nil
  ) -> AsyncStream<SchedulerTimeType> {
    AsyncStream { continuation in
      let ticks = schedule(
        after: now.advanced(by: interval), interval: interval, tolerance: tolerance
      ) {
        continuation.yield(now)
      }
      continuation.onTermination = { _ in ticks.cancel() }
    }
  }

  /// The time that some work takes.
  public func measure(_ work: () async throws -> Void) async rethrows -> SchedulerInterval {
    let start = now
    try await work()
    return start.distance(to: now)
  }
}
