import RecordingManifests

/// The options of a flight recorder, which keeps the latest events in memory, and writes them on
/// request.
package struct FlightRecorderOptions: Equatable, Sendable {
  /// The slow events that have snapshots written.
  package var slow: [SlowRule]
  /// Other conditions of automatic snapshots.
  package var conditions: [SnapshotCondition]
  /// The maximum number of automatic snapshots.
  package var limit: Limit
  /// The minimum time between two of these.
  package var pause: Duration

  package init(
    slow: [SlowRule] = [], conditions: [SnapshotCondition] = [], limit: Limit = Self.usualLimit,
    pause: Duration = Self.usualPause
  ) {
    self.slow = slow
    self.conditions = conditions
    self.limit = limit
    self.pause = pause
  }

  package static let usualLimit = Limit(10)
  package static let usualPause = Duration.seconds(10)

  /// Whether snapshots are written without a request.
  var isTriggered: Bool { !slow.isEmpty || !conditions.isEmpty }

  /// The conditions that LTTng judges.
  var triggers: [SnapshotTrigger] {
    slow.map { .init(pattern: $0.pattern, filter: $0.filter, cause: .slow) }
      + conditions.compactMap(\.trigger)
  }

  /// The memory of a process from which on a snapshot is written, in bytes; nil for none.
  var memoryLimit: Int? {
    conditions.lazy.compactMap { condition in
      if case .memory(let limit) = condition { limit.bytes } else { nil }
    }.first
  }

  /// A number of snapshots, in all or in each hour.
  package struct Limit: Equatable, Sendable {
    package var count: Int
    package var isHourly: Bool

    package init(_ count: Int, isHourly: Bool = false) {
      self.count = count
      self.isHourly = isHourly
    }

    /// Parses `10`, or `4/h`.
    package init?(_ text: String) {
      let number = text.hasSuffix("/h") ? text.dropLast(2) : text[...]
      guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(number),
        count >= 1
      else { return nil }
      self.init(count, isHourly: text.hasSuffix("/h"))
    }

    /// The time until another snapshot may be written; nil if none may be.
    ///
    /// - Parameter ages: The times since the earlier ones.
    package func pause(after ages: [Duration]) -> Duration? {
      let counted = isHourly ? ages.filter { $0 < .seconds(3600) } : ages
      guard counted.count >= count else { return .zero }
      return isHourly ? .seconds(3600) - counted.sorted()[count - 1] : nil
    }
  }
}
