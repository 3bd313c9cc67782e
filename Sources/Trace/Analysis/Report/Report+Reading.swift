extension Report {
  /// Reads all traces below a directory, and computes the report.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if there is no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directory: String, options: ReportOptions = ReportOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directory: directory)
    reader.onProgress = onProgress
    let time = ProgramTime(options.filter, reader.names, reader.participants)
    let builder = ReportBuilder(options, reader, time: time)
    try reader.read(into: [builder], filter: options.filter, unfilteredSinks: [time])
    self = builder.report(of: directory, names: reader.names)
  }
}
