import TraceAnalysis

/// Lanes for the waiting times of actions, which are known when they begin.
///
/// Actions are processed in the order of their arrival, so one that started to wait first also ends
/// first: each needs a lane that was free before it arrived.
struct QueueLanes {
  private var lanes: [(id: TimelineTrack.ID, end: Int64)] = []

  /// The maximum number of lanes searched; further waits get lanes of their own.
  private static let limit = 64

  /// A lane that is free from `start` on; it is taken until `end`.
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
