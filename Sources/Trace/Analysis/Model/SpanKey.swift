/// A span of a recording, unique within its kind. Spans of different processes may have the
/// same id.
package struct SpanKey: Hashable {
  package var process: ProcessIndex
  package var id: UInt64

  package init(process: ProcessIndex, id: UInt64) {
    self.process = process
    self.id = id
  }

  // Ids are drawn from blocks: a multiplication spreads their common bits.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(id ^ UInt64(truncatingIfNeeded: process) << 48)
  }
}
