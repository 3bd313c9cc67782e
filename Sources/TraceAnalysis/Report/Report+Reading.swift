extension Report {
  /// Reads all traces below a directory, and computes the report.
  ///
  /// - Throws: ``TraceReaderError`` when there is nothing to read. Damage does not throw: see
  ///   ``damage``.
  public init(directory: String) throws {
    let reader = TraceReader(directory: directory)
    var builder = ReportBuilder()
    let summary = try reader.forEachEvent { builder.add($0) }
    self = builder.report(of: directory, summary, names: reader.names)
  }
}
