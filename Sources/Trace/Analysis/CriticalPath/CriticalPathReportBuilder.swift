import Durations

/// Aggregates critical paths, and keeps the slowest.
final class CriticalPathReportBuilder {
  private let options: CriticalPathOptions
  private let reader: TraceReader
  private var filter: FilterState
  private var rows: [Key: Row] = [:]
  /// In descending order of duration, those from outside first if chains are listed once.
  private var slowest: [Slow] = []

  private struct Slow {
    var path: CriticalPath
    var parallels: [CriticalPath.Parallel]
    /// The chain, if chains are listed once; otherwise empty.
    var chain: [Link]
  }

  /// A span of a chain, of which repetitions count once.
  private struct Link: Hashable {
    var segment: PathSegment
    var name: NameID
    var line: UInt64
  }

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
    addSlow(path, parallels)
  }

  private func addSlow(_ path: CriticalPath, _ parallels: () -> [CriticalPath.Parallel]) {
    let place = slowest.firstIndex { isSlower(path, $0.path) } ?? slowest.count
    guard place < options.slowest else { return }
    let chain = options.listsChainsOnce ? chain(of: path) : []
    if options.listsChainsOnce, let same = slowest.firstIndex(where: { $0.chain == chain }) {
      guard place <= same else { return }
      slowest.remove(at: same)
    }
    slowest.insert(Slow(path: path, parallels: parallels(), chain: chain), at: place)
    if slowest.count > options.slowest { slowest.removeLast() }
  }

  private func isSlower(_ path: CriticalPath, _ other: CriticalPath) -> Bool {
    let (isFirst, isOtherFirst) = (path.origin == .outside, other.origin == .outside)
    if options.listsChainsOnce, isFirst != isOtherFirst { return isFirst }
    return path.duration > other.duration
  }

  private func chain(of path: CriticalPath) -> [Link] {
    var links: [Link] = [Link(segment: .reducers, name: path.name, line: 0)]
    var known = Set(links)
    for step in path.steps where step.segment != .queue && step.segment != .waiting {
      let link = Link(segment: step.segment, name: step.subject.name, line: step.subject.line)
      if known.insert(link).inserted { links.append(link) }
    }
    return links
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
      selectsNothing: summary.selectsNothing ? true : nil,
      startNs: summary.timeRange.map { "\($0.lowerBound)" },
      durationNs: summary.timeRange.map { $0.upperBound.subtractingClamped($0.lowerBound) } ?? 0,
      events: Report.EventCounts(summary),
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
    .sorted { left, right in
      // Users wait for the paths from outside. A timer has the most time, but no user waits for it.
      let (isFirst, isOtherFirst) = (left.origin == .outside, right.origin == .outside)
      if isFirst != isOtherFirst { return isFirst }
      return (right.duration.totalNs, left.prefix, left.name, left.origin.rawValue)
        < (left.duration.totalNs, right.prefix, right.name, right.origin.rawValue)
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
