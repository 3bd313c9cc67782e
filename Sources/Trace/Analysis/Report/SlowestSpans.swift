/// The slowest spans of a kind, up to a limit.
struct SlowestSpans {
  private let limit: Int
  /// In descending order of duration.
  private(set) var spans: [Span] = []
  private var least: Int64 = -1

  init(limit: Int) {
    self.limit = limit
  }

  @inline(__always)
  mutating func add(_ span: borrowing Span, _ duration: Int64) {
    if duration > least { insert(copy span, duration) }
  }

  private mutating func insert(_ span: Span, _ duration: Int64) {
    guard limit > 0 else {
      least = .max
      return
    }
    let position = spans.firstIndex { ($0.duration ?? 0) < duration } ?? spans.count
    spans.insert(span, at: position)
    if spans.count > limit { spans.removeLast() }
    if spans.count == limit { least = spans.last?.duration ?? 0 }
  }
}
