import TraceAnalysis

/// Lanes for overlapping spans: each is a track with at most one open event, and viewers draw all
/// lanes of the same name as one.
final class LaneGroup {
  let parent: TimelineTrack.ID
  private var free: [NameID: [TimelineTrack.ID]] = [:]

  init(_ parent: TimelineTrack.ID) { self.parent = parent }

  /// A lane without an open event, `nil` if there is none.
  func take(_ name: NameID) -> TimelineTrack.ID? { free[name]?.popLast() }

  /// Returns a lane after its event has ended.
  func put(_ lane: TimelineTrack.ID, _ name: NameID) { free[name, default: []].append(lane) }
}
