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
    let samples = Self.samples(of: reader, options)
    var unfilteredSinks: [any TraceSink] = [time]
    if let samples { unfilteredSinks.append(samples) }
    let summary = try reader.read(
      into: [builder], filter: options.filter, unfilteredSinks: unfilteredSinks)
    self = builder.report(of: reader.directory, names: reader.names) { process in
      samples.map { samples in
        var builder = FunctionReportBuilder(samples, reader, options, process: process)
        return builder.report(summary)
      }
    }
  }

  /// The samples of the recordings, for findings; `nil` if there are none, or they cannot be read,
  /// which `report --functions` explains.
  private static func samples(of reader: TraceReader, _ options: ReportOptions) -> SampleAssigner? {
    guard RecordedProfile.exist(of: reader), let profiles = try? RecordedProfile.all(of: reader)
    else { return nil }
    return SampleAssigner(profiles, participants: reader.participants, filter: options.filter)
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
