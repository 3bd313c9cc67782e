import FoundationEssentials

extension CriticalPathReport {
  /// Reads all traces below a directory, and finds the critical paths.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if there is no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directory: String, options: CriticalPathOptions = CriticalPathOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directory: directory)
    reader.onProgress = onProgress
    let builder = CriticalPathReportBuilder(options, reader)
    let end = EndOfTrace()
    try reader.read(into: [builder.paths, end])
    self = builder.report(of: directory, end.summary, end.unmatched)
  }

  /// The report as one JSON object, with the keys that ``CriticalPathReport`` documents.
  public func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}

/// The results at the end of a trace.
private final class EndOfTrace: TraceSink {
  private(set) var summary = TraceSummary()
  private(set) var unmatched = UnmatchedEvents()

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    self.summary = summary
    self.unmatched = unmatched
  }
}
