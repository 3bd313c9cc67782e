/// The slowest spans of a kind, up to a limit: by their durations, or by other times of them.
struct SlowestSpans {
  private let limit: Int
  /// In descending order of time.
  private(set) var all: [(span: Span, time: Int64)] = []
  private var least: Int64 = -1

  init(limit: Int) {
    self.limit = limit
  }

  var spans: [Span] { all.map(\.span) }

  @inline(__always)
  mutating func add(_ span: borrowing Span, _ time: Int64) {
    if time > least { insert(copy span, time) }
  }

  private mutating func insert(_ span: Span, _ time: Int64) {
    guard limit > 0 else {
      least = .max
      return
    }
    let position = all.firstIndex { $0.time < time } ?? all.count
    all.insert((span, time), at: position)
    if all.count > limit { all.removeLast() }
    if all.count == limit { least = all.last?.time ?? 0 }
  }
}
