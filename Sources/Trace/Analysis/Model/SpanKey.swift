/// A span of a recording, unique within its kind. Spans of different processes may have the
/// same id.
struct SpanKey: Hashable {
  var process: ProcessIndex
  var id: UInt64

  // Ids are drawn from blocks: a multiplication spreads their common bits.
  func hash(into hasher: inout Hasher) {
    hasher.combine(id ^ UInt64(truncatingIfNeeded: process) << 48)
  }
}
