import TraceAnalysis

/// The description of a chunk in the head of a page.
struct PageChunk {
  /// The high level of its records.
  var level: Int
  /// The earliest start of its records, in nanoseconds since the first event of the trace.
  var start: Int64
  /// The latest end.
  var end: Int64
  var count: Int
  /// The stored size in bytes.
  var size = 0
  var ids: [Range] = []
  var causes: [Range] = []

  /// The minimum and maximum id of a process and a kind.
  struct Range {
    var process: ProcessIndex
    var kind: PageRecord.Kind
    var least: UInt64
    var greatest: UInt64
  }
}
