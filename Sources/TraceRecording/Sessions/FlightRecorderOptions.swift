/// How a flight recorder works: it keeps the latest events in memory, and writes them when asked.
package struct FlightRecorderOptions: Equatable, Sendable {
  /// What has it write a snapshot by itself.
  package var slow: [SlowRule]
  /// How many snapshots it writes by itself.
  package var mostSnapshots: Int
  /// How much time has to pass between two of these.
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
