import Durations
import TraceAnalysis

/// Losses of events. Of a stream with very many, later gaps are merged.
struct PageGaps {
  private(set) var all: [TraceGap] = []
  private var places: [String: Int] = [:]

  private static let limit = 4096

  mutating func add(_ gap: TraceGap) {
    if all.count >= Self.limit, let place = places[gap.stream], all[place].unit == gap.unit {
      all[place].end = max(all[place].end, gap.end)
      if let count = all[place].count, let more = gap.count {
        all[place].count = count.addingClamped(more)
      } else {
        all[place].count = nil
      }
      return
    }
    places[gap.stream] = all.count
    all.append(gap)
  }
}
