import TraceAnalysis

/// Writes recordings in formats that other tools read.
public enum TraceExport {
  /// Exports all traces below a directory.
  ///
  /// ```swift
  /// try TraceExport.write("my-recording", as: .perfetto, to: "my-recording.pftrace")
  /// ```
  ///
  /// - Parameters:
  ///   - directory: The directory of a recording, or one that holds recordings.
  ///   - format: The format.
  ///   - path: The file; `-` for standard output.
  ///   - filter: Selects the part of the traces to export.
  ///   - functions: Whether to write the processor time of functions, by the recording's CPU
  ///     profile, instead of the time of actions: for the formats of which
  ///     ``ExportFormat/hasFunctions`` is true.
  ///   - paths: How many of the slowest critical paths of each action are drawn, in the formats of
  ///     which ``ExportFormat/hasPaths`` is true; `nil` for ten, and for none if the recording is
  ///     larger than 64 MB.
  ///   - isReplacing: Whether a file that is there already may be replaced.
  ///   - onRemark: Called with the parts of the recording that the file lacks.
  ///   - onProgress: Called now and then while the trace is read.
  /// - Returns: The summary of the trace, with losses and damage.
  /// - Throws: `TraceReaderError` when there is nothing to read, ``ExportFailure`` when nothing can
  ///   be written. Nothing is left then.
  @discardableResult
  public static func write(
    _ directory: String, as format: ExportFormat, to path: String,
    filter: TraceFilter = TraceFilter(), functions: Bool = false, paths: Int? = nil,
    isReplacing: Bool = false, onRemark: ((ExportRemark) -> Void)? = nil,
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws -> TraceSummary {
    try write(
      [directory], as: format, to: path, filter: filter, functions: functions, paths: paths,
      isReplacing: isReplacing, onRemark: onRemark, onProgress: onProgress)
  }

  /// Exports all traces below directories, each event once.
  ///
  /// The other parameters are the same as for one directory.
  @discardableResult
  public static func write(
    _ directories: [String], as format: ExportFormat, to path: String,
    filter: TraceFilter = TraceFilter(), functions: Bool = false, paths: Int? = nil,
    isReplacing: Bool = false, onRemark: ((ExportRemark) -> Void)? = nil,
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws -> TraceSummary {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    if functions, let format = format.stacks {
      let profiles = try RecordedProfile.all(of: reader)
      let output = try OutputFile(path, isReplacing: isReplacing)
      let exporter = FunctionStackExporter(reader, output, format, profiles, filter)
      let summary = try reader.read(into: [exporter])
      try output.finish()
      return summary
    }
    let output = try OutputFile(path, isReplacing: isReplacing)
    var slowest: SlowestPaths?
    if format.hasPaths {
      let count = try paths ?? SlowestPaths.limit(for: reader)
      if count > 0 { slowest = SlowestPaths(count, of: reader, filter) }
      if count == 0, paths == nil { onRemark?(.withoutPaths) }
    }
    let samples = format.hasSamples ? RecordedSamples(of: reader, filter) : nil
    if let failure = samples?.failure { onRemark?(.withoutSamples(reason: failure)) }
    var unfilteredSinks: [any TraceSink] = slowest.map { [$0] } ?? []
    var findings: ReportBuilder?
    if format.hasFindings {
      var options = ReportOptions()
      options.filter = filter
      let time = ProgramTime(filter, reader.names, reader.participants)
      findings = ReportBuilder(options, reader, time: time)
      unfilteredSinks.append(time)
    }
    let exporter = try format.exporter(of: reader, filter, slowest, findings, samples, to: output)
    if let exporter = exporter as? any UnfilteredExporter {
      unfilteredSinks += exporter.unfilteredSinks
    }
    if let stacks = samples?.stacks {
      unfilteredSinks.append(stacks)
      if let timeline = exporter as? TimelineExporter<PerfettoWriter> {
        unfilteredSinks.append(PerfettoSamples(stacks, on: timeline))
      }
    }
    var sinks: [any TraceSink] = [exporter]
    if let findings { sinks.insert(findings, at: 0) }
    let summary = try reader.read(into: sinks, filter: filter, unfilteredSinks: unfilteredSinks)
    try output.finish()
    return summary
  }
}

/// An exporter with sinks that receive all of the trace, whatever the filter.
protocol UnfilteredExporter: TraceSink {
  var unfilteredSinks: [any TraceSink] { get }
}

extension ExportFormat {
  /// Whether the format supports functions, by a CPU profile.
  public var hasFunctions: Bool { stacks != nil }

  /// Whether the format shows critical paths.
  public var hasPaths: Bool { self == .perfetto || self == .chrome }

  /// Whether the format shows findings on its timeline.
  var hasFindings: Bool { self == .perfetto || self == .chrome }

  /// Whether the format shows CPU samples beside all else.
  var hasSamples: Bool { self == .perfetto || self == .html }

  /// The format as one of stacks.
  var stacks: StackText.Format? {
    switch self {
    case .folded: .folded
    case .speedscope: .speedscope
    default: nil
    }
  }

  /// The exporter of this format.
  ///
  /// - Parameters:
  ///   - filter: The part of the trace that the exporter receives.
  ///   - paths: Finds the critical paths that it shows.
  ///   - findings: Judges the trace, for formats that show findings.
  ///   - samples: The CPU samples that a page shows.
  func exporter(
    of reader: TraceReader, _ filter: TraceFilter, _ paths: SlowestPaths?,
    _ findings: ReportBuilder?, _ samples: RecordedSamples?, to output: OutputFile
  ) throws -> any TraceSink {
    switch self {
    case .html: try HTMLExporter(reader, output, filter, samples)
    case .csv: CSVExporter(reader, output)
    case .perfetto:
      TimelineExporter(
        reader, PerfettoWriter(reader, output), filter, paths: paths, findings: findings)
    case .chrome:
      TimelineExporter(
        reader, ChromeWriter(reader, output), filter, paths: paths, findings: findings)
    case .speedscope: StackExporter(reader, output, .speedscope)
    case .folded: StackExporter(reader, output, .folded)
    case .sqlite: try SQLiteExporter(reader, output)
    case .otlp: OTLPExporter(reader, OTLPFile(output: output))
    case .traceCompass: TraceCompassExporter(reader, output)
    }
  }
}
