/// The union of periods that can overlap, and the number of those that do not.
///
/// The latest ``capacity`` parts of the union are kept: a period that reaches back beyond them
/// counts in part.
struct CoveredTime {
  /// Nanoseconds of the union.
  private(set) var time: Int64 = 0
  /// The number of periods of which none overlaps another. It is the largest possible one if the
  /// periods are added in the order of their ends.
  private(set) var separate: UInt64 = 0

  /// The parts of the union, in the order of time.
  private var parts: [(start: Int64, end: Int64)] = []
  /// The end of the latest part that is no longer kept.
  private var forgotten = Int64.min
  /// The end of the last period in ``separate``.
  private var separateEnd = Int64.min

  static let capacity = 64

  mutating func add(from start: Int64, to end: Int64) {
    let start = max(start, forgotten)
    guard end > start else { return }
    let first = (parts.lastIndex { $0.end <= start } ?? -1) + 1
    let last = parts[first...].firstIndex { $0.start >= end } ?? parts.count
    if start >= separateEnd || first == last {
      separate += 1
      separateEnd = max(separateEnd, end)
    }
    let known = parts[first..<last].reduce(0) { sum, part in
      sum + min(part.end, end) - max(part.start, start)
    }
    time = time.addingClamped(end - start - known)
    let merged: (start: Int64, end: Int64) =
      first < last
      ? (min(start, parts[first].start), max(end, parts[last - 1].end)) : (start, end)
    parts.replaceSubrange(first..<last, with: CollectionOfOne(merged))
    if parts.count > Self.capacity { forgotten = parts.removeFirst().end }
  }
}
