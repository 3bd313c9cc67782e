extension Report {
  /// Reads all traces below a directory, and computes the report.
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - options: What the report is to tell.
  /// - Throws: ``TraceReaderError`` when there is nothing to read. Damage does not throw: see
  ///   ``damage``.
  public init(directory: String, options: ReportOptions = ReportOptions()) throws {
    let reader = TraceReader(directory: directory)
    let builder = ReportBuilder(options)
    try reader.read(into: [builder], filter: options.filter)
    self = builder.report(of: directory, names: reader.names)
  }
}
