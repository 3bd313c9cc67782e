import ByteBuffers
import TraceAnalysis

/// Writes a self-contained page that shows a trace.
///
/// The page comes first and the data after it, each chunk as soon as it is complete.
final class HTMLExporter: PageSink {
  let page: PageBuilder
  private let output: OutputFile
  private let document: PageDocument
  private let places: RecordingPlaces

  init(
    _ reader: TraceReader, _ output: OutputFile, _ filter: TraceFilter, _ samples: RecordedSamples?
  ) throws {
    places = RecordingPlaces(reader.directories)
    document = PageDocument(title: places.title, source: .inline)
    self.output = output
    output.write(document.head)
    let base64 = ByteBuffer(capacity: 1 << 18)
    var count = 0
    page = try PageBuilder(reader, filter, samples) { chunk in
      Self.write(chunk, id: "chunk-\(count)", by: base64, to: output)
      count += 1
    }
  }

  func finish() throws {
    let head = try page.head(places)
    try head.withCompressed { compressed in
      Self.write(compressed, id: "head", by: ByteBuffer(), to: output)
    }
    output.write(document.tail)
  }

  /// Writes a data element, which browsers do not execute.
  private static func write(
    _ data: UnsafeRawBufferPointer, id: String, by base64: ByteBuffer, to output: OutputFile
  ) {
    base64.removeAll()
    base64.append(base64: data)
    output.write("<script type=\"application/octet-stream\" id=\"\(id)\">")
    output.write(base64.bytes)
    output.write("</script>\n")
  }
}
