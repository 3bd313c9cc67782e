import TraceAnalysis

/// Lanes for how long actions have waited, which is known once they begin.
///
/// Actions leave in the order in which they came, so that one that began to wait first also ends
/// first: each needs a lane that was left before it came.
struct QueueLanes {
  private var lanes: [(id: TimelineTrack.ID, end: Int64)] = []

  /// As many as are looked through: what waits beyond that gets lanes of its own.
  private static let limit = 64

  /// A lane that is free from `start` on, and will be taken until `end`.
  mutating func take(
    from start: Int64, until end: Int64, make: () -> TimelineTrack.ID
  ) -> TimelineTrack.ID {
    if let free = lanes.firstIndex(where: { $0.end <= start }) {
      lanes[free].end = end
      return lanes[free].id
    }
    let lane = make()
    if lanes.count < Self.limit { lanes.append((lane, end)) }
    return lane
  }
}
