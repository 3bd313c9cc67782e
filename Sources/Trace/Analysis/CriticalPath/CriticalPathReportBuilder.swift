import Durations

/// Aggregates critical paths, and keeps the slowest.
final class CriticalPathReportBuilder {
  private let options: CriticalPathOptions
  private let reader: TraceReader
  private var filter: FilterState
  private var rows: [Key: Row] = [:]
  /// In descending order of duration.
  private var slowest: [(path: CriticalPath, parallels: [CriticalPath.Parallel])] = []

  /// The number of effects beside a path that are listed.
  private static let parallelsListed = 100

  private struct Key: Hashable {
    var name: NameID
    var origin: CriticalPath.Origin
  }

  private final class Row {
    var lowerBounds: UInt64 = 0
    var cancelled: UInt64 = 0
    var durations = DurationRecorder()
    var shares = PathShares()
  }

  init(_ options: CriticalPathOptions, _ reader: TraceReader) {
    self.options = options
    self.reader = reader
    filter = FilterState(options.filter, reader.names, reader.participants)
  }

  /// The sink that finds the paths.
  private(set) lazy var paths = CriticalPaths { [unowned self] path, parallels in
    add(path, parallels)
  }

  private func add(_ path: CriticalPath, _ parallels: () -> [CriticalPath.Parallel]) {
    if let start = reader.participants.start { filter.begin(start) }
    guard filter.selects(path) else { return }
    let row = row(of: Key(name: path.name, origin: path.origin))
    if !path.doubts.isEmpty { row.lowerBounds += 1 }
    if path.cancelledEffects > 0 { row.cancelled += 1 }
    row.durations.record(path.duration)
    row.shares.record(path.duration, path.times)
    let place = slowest.firstIndex { $0.path.duration < path.duration } ?? slowest.count
    guard place < options.slowest else { return }
    slowest.insert((path, parallels()), at: place)
    if slowest.count > options.slowest { slowest.removeLast() }
  }

  private func row(of key: Key) -> Row {
    if let row = rows[key] { return row }
    let row = Row()
    rows[key] = row
    return row
  }

  // MARK: - Result

  func report(
    of directory: String, _ summary: TraceSummary, _ unmatched: UnmatchedEvents
  ) -> CriticalPathReport {
    let names = reader.names
    let start = summary.timeRange?.lowerBound ?? 0
    return CriticalPathReport(
      directory: directory, isComplete: summary.isComplete && unmatched.forgotten == 0,
      remarks: summary.remarks, isFiltered: !options.filter.isEmpty,
      startNs: summary.timeRange.map { "\($0.lowerBound)" },
      durationNs: summary.timeRange.map { $0.upperBound.subtractingClamped($0.lowerBound) } ?? 0,
      events: Report.EventCounts(
        total: summary.eventCount, composable: summary.composableEventCount,
        unknown: summary.unknownEventCount, malformed: summary.malformedEventCount),
      losses: Report.Losses(summary.losses), damage: summary.damage, parts: summary.parts,
      actions: actions(names),
      slowest: slowest.map { instance($0.path, $0.parallels, names, summary, start) })
  }

  private func actions(_ names: NameTable) -> [CriticalPathReport.Action] {
    rows.compactMap { key, row -> CriticalPathReport.Action? in
      guard let duration = row.durations.statistics,
        let p50 = row.shares.spent(at: 50), let p99 = row.shares.spent(at: 99)
      else { return nil }
      return CriticalPathReport.Action(
        prefix: names[key.name].prefix, name: names[key.name].name, origin: key.origin,
        count: row.durations.count, lowerBounds: row.lowerBounds, cancelled: row.cancelled,
        duration: duration, distribution: row.durations.buckets,
        p50: CriticalPathReport.Shares(p50.count, p50.times),
        p99: CriticalPathReport.Shares(p99.count, p99.times))
    }
    .sorted {
      ($1.duration.totalNs, $0.prefix, $0.name, $0.origin.rawValue)
        < ($0.duration.totalNs, $1.prefix, $1.name, $1.origin.rawValue)
    }
  }

  private func instance(
    _ path: CriticalPath, _ parallels: [CriticalPath.Parallel], _ names: NameTable,
    _ summary: TraceSummary, _ start: Int64
  ) -> CriticalPathReport.Instance {
    let process = summary.processes[Int(path.process)]
    return CriticalPathReport.Instance(
      prefix: names[path.name].prefix, name: names[path.name].name, origin: path.origin,
      id: "\(path.action)", vpid: process.vpid, host: process.host.isEmpty ? nil : process.host,
      thread: path.thread.map { summary.threads[Int($0)].vtid },
      sinceNs: path.start.subtractingClamped(start), durationNs: path.duration, times: path.times,
      lowerBound: path.doubts.words, actions: path.actionCount, effects: path.effectCount,
      steps: path.steps.map { step in
        CriticalPathReport.Step(
          segment: step.segment, kind: step.subject.kind, id: "\(step.subject.id)",
          prefix: names[step.subject.name].prefix, name: names[step.subject.name].name,
          line: step.subject.kind == .observer ? step.subject.line : nil,
          sinceNs: step.start - path.start, durationNs: step.end - step.start,
          meanwhile: step.meanwhile.map { CriticalPathReport.Work($0, names) })
      },
      parallel: parallels.prefix(Self.parallelsListed).map { parallel in
        CriticalPathReport.Parallel(
          id: "\(parallel.effect.id)", prefix: names[parallel.effect.name].prefix,
          name: names[parallel.effect.name].name,
          sinceNs: parallel.start.subtractingClamped(path.start),
          durationNs: parallel.end.map { $0.subtractingClamped(parallel.start) },
          outcome: parallel.outcome, slackNs: parallel.slack)
      },
      parallelLeftOut: max(parallels.count - Self.parallelsListed, 0))
  }
}

extension CriticalPathReport.Work {
  fileprivate init(_ work: Meanwhile, _ names: NameTable) {
    let name = work.subject.map { subject in
      subject.kind == .observer
        ? TraceName(name: "\(names[subject.name].name):\(subject.line)") : names[subject.name]
    }
    self.init(
      busyNs: work.busy, prefix: name?.prefix ?? "", name: name?.name ?? "",
      durationNs: work.time, count: work.count)
  }
}

extension CriticalPathReport.Shares {
  fileprivate init(_ count: UInt64, _ times: SegmentTimes) {
    let total = PathSegment.allCases.reduce(0) { $0 + Double(times[$1]) }
    func share(_ time: Int64) -> Double { total > 0 ? Double(time) / total : 0 }
    self.init(
      count: count, reducers: share(times.reducersNs), queue: share(times.queueNs),
      waiting: share(times.waitingNs), effects: share(times.effectsNs),
      observers: share(times.observersNs), unknown: share(times.unknownNs))
  }

  /// The time of a segment as a part of the whole.
  public subscript(segment: PathSegment) -> Double {
    switch segment {
    case .reducers: reducers
    case .queue: queue
    case .waiting: waiting
    case .effects: effects
    case .observers: observers
    case .unknown: unknown
    }
  }
}

extension CriticalPath.Doubts {
  /// The names of the reasons in a report.
  package var words: [String] {
    [(Self.running, "running"), (.lost, "lost"), (.cutOff, "cut_off")]
      .filter { contains($0.0) }.map(\.1)
  }
}
