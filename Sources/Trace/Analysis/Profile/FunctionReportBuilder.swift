import CPUProfiles
import RecordingManifests

/// Counts the samples of a ``SampleAssigner`` by owner and by function.
struct FunctionReportBuilder {
  private let assigner: SampleAssigner
  private let reader: TraceReader
  private let options: ReportOptions
  /// The process whose samples are counted; `nil` for all.
  private let process: ProcessIndex?
  private var samples: AssignedSamples
  private var groups: [Key: Counts] = [:]
  private var functions: [CPUProfile.Function: Int] = [:]
  private var functionList: [CPUProfile.Function] = []

  private enum Key: Hashable {
    case span(Span.Kind, NameID, NameID, UInt64)
    case between
  }

  private struct Counts {
    var spans = SampleAssigner.Times()
    var samples: UInt64 = 0
    var time: Int64 = 0
    var totalSamples: UInt64 = 0
    var totalTime: Int64 = 0
    var adjacent: UInt64 = 0
    var kernel: UInt64 = 0
    var broken: UInt64 = 0
    var tooDeep: UInt64 = 0
    var functions: [Int: (own: UInt64, total: UInt64)] = [:]
  }

  /// The whole kernel is one function: the report is about the program, not the kernel.
  private static let kernel = CPUProfile.Function(name: "[kernel]", module: "", isKernel: true)

  init(
    _ assigner: SampleAssigner, _ reader: TraceReader, _ options: ReportOptions,
    process: ProcessIndex? = nil
  ) {
    self.assigner = assigner
    self.process = process
    self.reader = reader
    self.options = options
    samples = AssignedSamples(assigner, reader, options.filter)
  }

  mutating func report(_ summary: TraceSummary) -> FunctionReport {
    for (owner, times) in zip(assigner.owners, assigner.times)
    where samples.selects(owner) && (process ?? owner.process) == owner.process {
      groups[Self.key(owner), default: Counts()].spans.count += times.count
      groups[Self.key(owner)]?.spans.duration += times.duration
    }
    let profiles = assigner.profiles.indices.map { count($0) }
    let period = Int64(1_000_000_000 / max(profiles.map(\.frequency).max() ?? 999, 1))
    let all = groups.map { key, counts in group(key, counts, period: period) }
      .filter { $0.samples > 0 || $0.count > 0 && $0.kind != "effect" }
      .sorted {
        let (left, right) = ($0.kind == "between", $1.kind == "between")
        return (left ? 1 : 0, $1.samples, $1.durationNs ?? 0, $0.prefix, $0.name, $0.kind)
          < (right ? 1 : 0, $0.samples, $0.durationNs ?? 0, $1.prefix, $1.name, $1.kind)
      }
    return FunctionReport(
      directory: reader.directory, remarks: summary.remarks, parts: summary.parts,
      profiles: profiles,
      samples: groups.values.reduce(0) { $0 + $1.samples },
      cpuNs: groups.values.reduce(0) { $0 + $1.time }, groups: all,
      isFiltered: !options.filter.isEmpty,
      isComplete: summary.isComplete && profiles.allSatisfy { $0.lost == 0 && $0.message == nil })
  }

  private static func key(_ owner: SampleAssigner.Owner) -> Key {
    .span(owner.kind, owner.name, owner.source, owner.line)
  }

  // MARK: Samples

  private mutating func count(_ number: Int) -> FunctionReport.Profile {
    let recording = assigner.profiles[number].recording
    let profile = recording.profile
    let kernelFunction = intern(Self.kernel)
    let interned = profile.functions.map { $0.isKernel ? kernelFunction : intern($0) }
    var hasKernel = false
    // For each function, the last sample that it was counted for.
    var seen = [Int](repeating: -1, count: functionList.count)
    var groups = groups
    self.groups = [:]
    let owners = assigner.owners
    let process = process
    let foreign = samples.forEach(of: number) { owner, sample in
      guard (process ?? owners[owner].process) == owners[owner].process else { return }
      groups[Self.key(owners[owner]), default: Counts()].totalSamples += 1
      groups[Self.key(owners[owner])]?.totalTime += Int64(sample.period)
    } _: { element in
      guard (process ?? element.process) == element.process else { return }
      let isKernel = element.functions.first.map { profile.functions[Int($0)].isKernel } ?? false
      hasKernel = hasKernel || isKernel
      func add(_ counts: inout Counts) {
        counts.samples += 1
        counts.time += Int64(element.sample.period)
        if element.evidence == .adjacent { counts.adjacent += 1 }
        if isKernel { counts.kernel += 1 }
        if element.isBroken { counts.broken += 1 }
        if element.isTooDeep { counts.tooDeep += 1 }
        for (depth, number) in element.functions.enumerated() {
          let function = interned[Int(number)]
          if depth == 0 { counts.functions[function, default: (0, 0)].own += 1 }
          guard seen[function] != element.index else { continue }
          seen[function] = element.index
          counts.functions[function, default: (0, 0)].total += 1
        }
      }
      add(&groups[element.owner.map { Self.key(owners[$0]) } ?? .between, default: Counts()])
    }
    self.groups = groups
    let manifest = recording.manifest.profile
    return FunctionReport.Profile(
      directory: recording.directory, host: recording.manifest.host?.name,
      frequency: UInt64(manifest?.frequency ?? 0), unwinding: manifest?.unwinding ?? "",
      samples: UInt64(profile.samples.count), threads: UInt64(profile.threads.count),
      lost: profile.lost, durationNs: profile.window.map { $0.end - $0.start },
      hasKernelSamples: hasKernel, foreignSamples: foreign, message: manifest?.message)
  }

  private mutating func intern(_ function: CPUProfile.Function) -> Int {
    if let known = functions[function] { return known }
    functions[function] = functionList.count
    functionList.append(function)
    return functionList.count - 1
  }

  // MARK: Groups

  private func group(_ key: Key, _ counts: Counts, period: Int64) -> FunctionReport.Group {
    let cpu = SamplingError.time(counts.time, samples: counts.samples, period: period)
    let total = SamplingError.time(counts.totalTime, samples: counts.totalSamples, period: period)
    var group = FunctionReport.Group(
      kind: "between", prefix: "", name: "", line: nil, count: counts.spans.count,
      durationNs: nil, samples: counts.samples, adjacentSamples: counts.adjacent,
      kernelSamples: counts.kernel, brokenStacks: counts.broken,
      deepStacks: counts.tooDeep, processor: cpu, processorTotal: total,
      notRunning: nil, functions: [])
    switch key {
    case .between: group.processorTotal = cpu
    case .span(let kind, let name, let source, let line):
      group.kind = kind.rawValue
      let text = reader.names[name]
      (group.prefix, group.name) = (text.prefix, text.name)
      if kind == .interval { group.prefix = reader.names[source].prefix }
      if kind == .observer {
        group.name = reader.names[source].name
        group.line = line
      }
      if kind != .effect {
        group.durationNs = counts.spans.duration
        group.notRunning = SamplingError.rest(of: counts.spans.duration, beside: total)
      }
    }
    group.functions = counts.functions.map { number, count in
      let function = functionList[number]
      let bounds = SamplingError.share(count.own, of: counts.samples)
      let samples = Double(counts.samples)
      return FunctionReport.Function(
        name: SymbolName.short(function.displayed), symbol: function.displayed,
        module: function.module, selfSamples: count.own, totalSamples: count.total,
        selfShare: Double(count.own) / samples, selfLow: bounds.low, selfHigh: bounds.high,
        totalShare: Double(count.total) / samples)
    }
    .sorted { isBefore($0, $1) }
    return group
  }

  private func isBefore(_ left: FunctionReport.Function, _ right: FunctionReport.Function) -> Bool {
    if options.order == .total {
      return (right.totalSamples, right.selfSamples, left.name, left.symbol)
        < (left.totalSamples, left.selfSamples, right.name, right.symbol)
    }
    // The page that shows a trace has the same order.
    return (right.selfSamples, right.totalSamples, left.name, left.symbol)
      < (left.selfSamples, left.totalSamples, right.name, right.symbol)
  }
}

extension FunctionReport {
  /// Reads the trace and the CPU profile of all recordings below a directory.
  ///
  /// - Throws: ``TraceReaderError`` if there is no trace to read, and another error if there is no
  ///   profile, or one that cannot be read.
  public init(
    directory: String, options: ReportOptions = ReportOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    try self.init(directories: [directory], options: options, onProgress: onProgress)
  }

  /// Reads the traces and the CPU profiles of all recordings below directories; each event and each
  /// sample counts once.
  ///
  /// - Throws: ``TraceReaderError`` if one has no trace to read, and another error if there is no
  ///   profile, or one that cannot be read.
  public init(
    directories: [String], options: ReportOptions = ReportOptions(),
    onProgress: ((ReadingProgress) -> Void)? = nil
  ) throws {
    self = try Self.read(directories, options, onProgress).report
  }

  /// The same, with the summary of the trace.
  package static func read(
    _ directories: [String], _ options: ReportOptions,
    _ onProgress: ((ReadingProgress) -> Void)?
  ) throws -> (report: FunctionReport, summary: TraceSummary) {
    var reader = TraceReader(directories: directories)
    reader.onProgress = onProgress
    let assigner = SampleAssigner(
      try RecordedProfile.all(of: reader), participants: reader.participants,
      filter: options.filter)
    var summary = try reader.read(into: [assigner])
    summary.add(
      options.filter.unmatched(reader.names, reader.participants, summary.timeRange))
    var builder = FunctionReportBuilder(assigner, reader, options)
    return (builder.report(summary), summary)
  }
}
