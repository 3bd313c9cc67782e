extension Report {
  /// Reads all traces below a directory, and computes the report.
  ///
  /// - Throws: ``TraceReaderError`` when there is nothing to read. Damage does not throw: see
  ///   ``damage``.
  public init(directory: String) throws {
    let reader = TraceReader(directory: directory)
    let builder = ReportBuilder()
    try reader.read(into: [builder])
    self = builder.report(of: directory, names: reader.names)
  }
}
