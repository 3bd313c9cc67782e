import Dispatch

/// Reads and decodes traces on a separate thread, in parallel with their analysis.
///
/// Unchecked: its result is only read after its thread has ended.
final class TraceProducer: @unchecked Sendable {
  private let directories: TraceDirectories
  private let reportsProgress: Bool
  private let channel: BatchChannel
  private let thread = DispatchGroup()
  private var result: Result<TraceSummary, TraceReaderError> = .success(TraceSummary())

  init(_ directories: TraceDirectories, reportsProgress: Bool, into channel: BatchChannel) {
    self.directories = directories
    self.reportsProgress = reportsProgress
    self.channel = channel
  }

  /// Starts to fill the channel.
  func start() {
    DispatchQueue(label: "trace reader").async(group: thread) { [self] in
      let writer = BatchWriter(channel)
      do throws(TraceReaderError) {
        result = .success(try read(into: writer))
      } catch {
        result = .failure(error)
      }
      writer.end()
    }
  }

  /// Waits for the thread to end.
  ///
  /// - Returns: The summary of the traces.
  func finish() throws(TraceReaderError) -> TraceSummary {
    thread.wait()
    return try result.get()
  }

  private func read(into writer: BatchWriter) throws(TraceReaderError) -> TraceSummary {
    let library = try Babeltrace()
    let decoder = EventDecoder(writer)
    let sources = TraceSources(
      directories.traces, paths: directories.paths, recordings: directories.recordings)
    defer { sources.removeTemporaryDirectories() }
    let merger = StreamMerger(decoder: decoder, output: writer)
    if reportsProgress { merger.packets = PacketCount(of: sources.readable.map(sources.path)) }
    try library.read(sources, into: merger)
    var summary = decoder.summary
    summary.losses = merger.losses(named: sources)
    summary.parts = merger.selection.relations
    summary.recordings = directories.recordings.recordings
    summary.damage =
      summary.recordings.compactMap(\.damage) + directories.damage + sources.damage
    return summary
  }
}
