extension CriticalPathReport {
  /// Reads all traces below directories, and finds the critical paths; each event counts once.
  ///
  /// - Parameters:
  ///   - directories: The directories of recordings, of parts of one, or ones that hold them.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if one has no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directories: [String], options: CriticalPathOptions = CriticalPathOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let builder = CriticalPathReportBuilder(options, reader)
    let end = EndOfTrace()
    try reader.read(into: [builder.paths, end])
    var summary = end.summary
    summary.add(
      options.filter.unmatched(reader.names, reader.participants, summary.timeRange))
    self = builder.report(of: reader.directory, summary, end.unmatched)
  }

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
    try self.init(directories: [directory], options: options, onProgress: onProgress)
  }

  /// The report as one JSON object, with the keys that ``CriticalPathReport`` documents.
  public func json() throws -> String {
    try jsonText(self)
  }
}

/// The results at the end of a trace.
final class EndOfTrace: TraceSink {
  private(set) var summary = TraceSummary()
  private(set) var unmatched = UnmatchedEvents()

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    self.summary = summary
    self.unmatched = unmatched
  }
}
