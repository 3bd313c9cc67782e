extension Report {
  /// Reads all traces below directories, and computes the report; each event counts once.
  ///
  /// - Parameters:
  ///   - directories: The directories of recordings, of parts of one, or ones that hold them.
  ///   - options: The contents of the report.
  ///   - onProgress: Called repeatedly while the traces are read.
  /// - Throws: ``TraceReaderError`` if one has no trace to read. Damage does not throw: see
  ///   ``damage``.
  public init(
    directories: [String], options: ReportOptions = ReportOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let time = ProgramTime(options.filter, reader.names, reader.participants)
    let builder = ReportBuilder(options, reader, time: time)
    try reader.read(into: [builder], filter: options.filter, unfilteredSinks: [time])
    self = builder.report(of: reader.directory, names: reader.names)
  }

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
    try self.init(directories: [directory], options: options, onProgress: onProgress)
  }
}
