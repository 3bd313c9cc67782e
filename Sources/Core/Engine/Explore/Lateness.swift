/// How long a task was in delays of any length while clocks moved on, by the clock.
struct Lateness {
  /// The clocks live as long as the run.
  private var durations: [ObjectIdentifier: any DurationProtocol] = [:]

  func duration<Duration: DurationProtocol>(on clock: AnyObject) -> Duration {
    durations[ObjectIdentifier(clock)] as? Duration ?? .zero
  }

  mutating func add<Duration: DurationProtocol>(_ duration: Duration, on clock: AnyObject) {
    let before: Duration = self.duration(on: clock)
    durations[ObjectIdentifier(clock)] = before + duration
  }

  /// The lateness of a task that another has woken.
  mutating func formMaximum(_ other: Lateness) {
    durations.merge(other.durations) { Self.longer($0, $1) }
  }

  private static func longer<Duration: DurationProtocol>(
    _ duration: Duration, _ other: any DurationProtocol
  ) -> any DurationProtocol {
    max(duration, other as? Duration ?? duration)
  }
}
