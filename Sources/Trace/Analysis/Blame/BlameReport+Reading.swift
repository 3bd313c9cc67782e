extension BlameReport {
  /// Reads all traces below directories, and collects the changes; each event counts once.
  ///
  /// - Parameters:
  ///   - directories: The directories of recordings, of parts of one, or ones that hold them.
  ///   - patterns: The properties.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if one has no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directories: [String], of patterns: [PropertyPattern], options: BlameOptions = BlameOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let changes = PropertyChanges(patterns, options, reader)
    try reader.read(into: [changes])
    let builder = BlameReportBuilder(changes, patterns, options, reader)
    self = builder.report()
  }

  /// Reads all traces below a directory, and collects the changes.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - patterns: The properties.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if there is no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directory: String, of patterns: [PropertyPattern], options: BlameOptions = BlameOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    try self.init(
      directories: [directory], of: patterns, options: options, onProgress: onProgress)
  }

  /// The report as one JSON object, with the keys that ``BlameReport`` documents.
  public func json() throws -> String {
    try jsonText(self)
  }
}
