@testable import TraceAnalysis

/// All spans, points and gaps of a trace, as they are delivered.
final class TraceModel: TraceSink {
  private(set) var spans: [Span] = []
  private(set) var points: [(point: TracePoint, message: String, metadata: String)] = []
  private(set) var gaps: [TraceGap] = []
  private(set) var summary: TraceSummary?
  private let reader: TraceReader

  init(_ directory: String, filter: TraceFilter = TraceFilter()) throws {
    reader = TraceReader(directory: directory)
    try reader.read(into: [self], filter: filter)
  }

  var names: NameTable { reader.names }
  var start: Int64 { summary?.timeRange?.lowerBound ?? 0 }
  var end: Int64 { summary?.timeRange?.upperBound ?? 0 }

  func end(_ span: Span) { spans.append(span) }

  func point(_ point: TracePoint) {
    points.append((point, reader.texts.message, reader.texts.metadata))
  }

  func gap(_ gap: TraceGap) { gaps.append(gap) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) { self.summary = summary }
}
