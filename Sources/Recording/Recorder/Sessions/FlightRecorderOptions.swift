/// The options of a flight recorder, which keeps the latest events in memory, and writes them on
/// request.
package struct FlightRecorderOptions: Equatable, Sendable {
  /// The conditions of automatic snapshots.
  package var slow: [SlowRule]
  /// The maximum number of automatic snapshots.
  package var mostSnapshots: Int
  /// The minimum time between two of these.
  package var pause: Duration

  package init(
    slow: [SlowRule] = [], mostSnapshots: Int = Self.usualMost, pause: Duration = Self.usualPause
  ) {
    self.slow = slow
    self.mostSnapshots = mostSnapshots
    self.pause = pause
  }

  package static let usualMost = 10
  package static let usualPause = Duration.seconds(10)
}
