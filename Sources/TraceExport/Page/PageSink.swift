import TextTables
import TraceAnalysis

/// Something that is written with the data of a page: passes a trace on to what makes that.
protocol PageSink: TraceSink {
  var page: PageBuilder { get }

  /// Writes what comes after the chunks.
  func finish() throws
}

extension PageSink {
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

/// There is no memory to compress with.
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
  /// What a page of it is called: the name of the directory.
  var title: String {
    directory.split(separator: "/").last { $0 != "." }.map(String.init) ?? "trace"
  }
}

extension ByteBuffer {
  /// Passes on the bytes as a chunk has them.
  func withCompressed<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws -> Result {
    guard let result = Compressor(.none, level: 9)?.withCompressed(bytes, body) else {
      throw CompressionFailure()
    }
    return result
  }
}
