import TraceAnalysis

/// All lanes of a page.
///
/// The number of stores is unbounded: beyond a limit, further stores share a lane.
struct PageLanes {
  private(set) var all: [PageLane] = []
  private var lanes: [PageLane.Key: PageLane] = [:]

  private static let limit = 4096

  /// The lane of a key, created on first use.
  mutating func lane(
    _ key: PageLane.Key, feature: NameID = .empty, _ names: inout PageNames
  ) -> PageLane {
    if let lane = lanes[key] {
      if lane.feature == 0, feature != .empty { lane.feature = names.number(of: feature) }
      return lane
    }
    if all.count >= Self.limit, key.store != 0 {
      var shared = key
      shared.store = 0
      return lane(shared, &names)
    }
    let lane = PageLane(
      Int32(all.count), key, feature: names.number(of: feature), name: names.number(of: key.source))
    all.append(lane)
    lanes[key] = lane
    return lane
  }
}
