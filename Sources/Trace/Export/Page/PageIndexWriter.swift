import ByteBuffers
import TraceAnalysis

/// Writes the data of a page into a file of its own.
final class PageIndexWriter: PageSink {
  let page: PageBuilder
  private let output: OutputFile
  private let chunks: Places
  private let places: RecordingPlaces

  /// The end of each chunk.
  private final class Places {
    var ends: [UInt64] = []
  }

  init(
    _ reader: TraceReader, _ output: OutputFile, _ filter: TraceFilter,
    _ samples: RecordedSamples?, title: String?
  ) throws {
    let chunks = Places()
    page = try PageBuilder(reader, filter, samples) { chunk in
      chunks.ends.append((chunks.ends.last ?? 0) + UInt64(chunk.count))
      output.write(chunk)
    }
    self.output = output
    self.chunks = chunks
    places = RecordingPlaces(reader.directories, title: title)
  }

  func finish() throws {
    let head = try page.head(places)
    let size = try head.withCompressed { compressed in
      output.write(compressed)
      return compressed.count
    }
    let trailer = PageTrailer(
      chunksSize: chunks.ends.last ?? 0, headSize: UInt64(size),
      inflatedHeadSize: UInt64(head.count), chunkCount: UInt64(chunks.ends.count),
      version: PageHead.version)
    PageTrailer.bytes(chunks.ends).withUnsafeBytes { output.write($0) }
    trailer.bytes.withUnsafeBytes { output.write($0) }
  }
}
