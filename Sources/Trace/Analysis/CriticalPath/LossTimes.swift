/// The times in which processes lost events: for each, in order and without overlaps.
struct LossTimes {
  private var losses: [ProcessIndex: [ClosedRange<Int64>]] = [:]

  /// The number of losses kept per process, the latest ones.
  private static let limit = 4096

  var isEmpty: Bool { losses.isEmpty }

  mutating func add(_ gap: TraceGap) {
    let process = gap.process ?? -1
    var all = losses.removeValue(forKey: process) ?? []
    var new = gap.start...max(gap.start, gap.end)
    // Streams report their losses in the order of their ends, or nearly so.
    var place = all.count
    while place > 0, all[place - 1].upperBound >= new.lowerBound {
      place -= 1
      guard all[place].overlaps(new) else { continue }
      new =
        min(new.lowerBound, all[place].lowerBound)...max(new.upperBound, all[place].upperBound)
      all.remove(at: place)
    }
    all.insert(new, at: place)
    if all.count > Self.limit { all.removeFirst(Self.limit / 2) }
    losses[process] = all
  }

  /// The losses of a process within a period, in order.
  func of(_ process: ProcessIndex, from start: Int64, to end: Int64) -> [ClosedRange<Int64>] {
    if losses.isEmpty { return [] }
    let own = Self.part(losses[process] ?? [], start, end)
    let common = Self.part(losses[-1] ?? [], start, end)
    if own.isEmpty || common.isEmpty { return own + common }
    var all: [ClosedRange<Int64>] = []
    for range in (own + common).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = all.last, last.upperBound >= range.lowerBound {
        all[all.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        all.append(range)
      }
    }
    return all
  }

  private static func part(
    _ ranges: [ClosedRange<Int64>], _ start: Int64, _ end: Int64
  ) -> [ClosedRange<Int64>] {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < start { low = middle + 1 } else { high = middle }
    }
    return Array(ranges[low...].prefix { $0.lowerBound <= end })
  }
}
