import ByteBuffers
import TraceAnalysis

/// An output that contains the data of a page: passes a trace on to the builder.
protocol PageSink: UnfilteredExporter {
  var page: PageBuilder { get }

  /// Writes the part after the chunks.
  func finish() throws
}

extension PageSink {
  var unfilteredSinks: [any TraceSink] { [page.time, page.queues] }

  func begin(_ span: Span) { page.begin(span) }
  func end(_ span: Span) { page.end(span) }
  func point(_ point: TracePoint) { page.point(point) }
  func gap(_ gap: TraceGap) { page.gap(gap) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) throws {
    page.finish(summary, unmatched)
    if page.chunks.hasFailed { throw CompressionFailure() }
    try finish()
  }
}

/// Memory for compression could not be allocated.
struct CompressionFailure: Error, CustomStringConvertible {
  var description: String { "There is not enough memory to compress the data of the page." }
}

extension PageBuilder {
  convenience init(
    _ reader: TraceReader, _ filter: TraceFilter, _ samples: RecordedSamples?,
    write: @escaping (UnsafeRawBufferPointer) -> Void
  ) throws {
    guard let encoder = PageChunkEncoder() else { throw CompressionFailure() }
    self.init(reader, filter, encoder, samples, write: write)
  }
}

extension TraceReader {
  /// The name of a directory in the title of a page.
  static func title(of directory: String) -> String {
    directory.split(separator: "/").last { $0 != "." }.map(String.init) ?? "trace"
  }
}

extension ByteBuffer {
  /// Calls a function with the bytes in the form of a chunk.
  func withCompressed<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws -> Result {
    guard let result = Compressor(.none, level: 9)?.withCompressed(bytes, body) else {
      throw CompressionFailure()
    }
    return result
  }
}
