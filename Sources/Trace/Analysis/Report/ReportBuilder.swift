/// Computes a ``Report`` in one pass over a trace.
///
/// Memory depends on the number of names and of effects that run at the end, never on the length of
/// the trace.
package final class ReportBuilder: TraceSink {
  /// The number of running effects that are listed individually.
  static let runningEffectsListed = 100

  private let options: ReportOptions
  private var groups: ReportGroups
  private var actionRows = ReportRows { ActionRow() }
  private var effectRows = ReportRows { EffectRow() }
  private var slowestActions: SlowestSpans
  private var slowest: SlowestSpans
  private var slowestEffects: SlowestSpans
  /// The time of spans without others, which share the time of the program.
  private let time: ProgramTime
  private let findings: FindingsBuilder
  private var budgets = ExceededBudgets<ActionRow>()
  private let names: NameTable
  /// The names of actions as the innermost wrapper names them, by the index of the outermost one's.
  private var sharedNames: [NameID?] = []
  /// The names of the effects that began while tracing was disabled.
  private var namesOfEarlier: [NameID: NameID] = [:]
  /// Whether each level of an action has a row.
  private let unfoldsLevels: Bool
  private var processRows: [ProcessRow] = []
  /// The oldest ones, as they are delivered in this order.
  private var runningEffects: [Span] = []
  private var runningEffectsLeftOut: UInt64 = 0
  private var signposters = SignposterFigures()
  private var observers = ObserverFigures()
  private var sends = SendFigures()
  private var summary = TraceSummary()
  private var unmatched = UnmatchedEvents()
  private var labels = ProcessLabels([])
  private let directories: [String]
  /// The number of actions from outside.
  private var chains: UInt64 = 0

  private final class ActionRow {
    var count: UInt64 = 0
    var open: UInt64 = 0
    var changes = Report.StateChanges(yes: 0, no: 0, unknown: 0)
    var overBudget: UInt64 = 0
    var durations = DurationRecorder()
    /// The level with the name of the row, the innermost one of an action.
    var ownLevel = Level()
    /// The levels around it.
    var outerLevels: [NameID: Level] = [:]

    /// The time of all levels without the observers and intervals within them.
    var exclusive: Int64 {
      outerLevels.values.reduce(ownLevel.exclusive) { $0.addingClamped($1.exclusive) }
    }

    func add(_ other: ActionRow) {
      count += other.count
      open += other.open
      changes.yes += other.changes.yes
      changes.no += other.changes.no
      changes.unknown += other.changes.unknown
      overBudget += other.overBudget
      durations.add(other.durations)
      ownLevel.add(other.ownLevel)
      for (name, level) in other.outerLevels { outerLevels[name, default: Level()].add(level) }
    }
  }

  private struct Level {
    var count: UInt64 = 0
    var selfTime: Int64 = 0
    var exclusive: Int64 = 0
    /// The time with nested levels, by which they are ordered.
    var total: Int64 = 0

    mutating func add(selfTime: Int64, exclusive: Int64, total: Int64) {
      count += 1
      self.selfTime = self.selfTime.addingClamped(selfTime)
      self.exclusive = self.exclusive.addingClamped(exclusive)
      self.total = self.total.addingClamped(total)
    }

    mutating func add(_ other: Level) {
      count += other.count
      selfTime = selfTime.addingClamped(other.selfTime)
      exclusive = exclusive.addingClamped(other.exclusive)
      total = total.addingClamped(other.total)
    }
  }

  private final class EffectRow {
    var started: UInt64 = 0
    var finished: UInt64 = 0
    var cancelled: UInt64 = 0
    var failed: UInt64 = 0
    var endedOtherwise: UInt64 = 0
    var running: UInt64 = 0
    var outputs: UInt64 = 0
    var durations = DurationRecorder()

    func add(_ other: EffectRow) {
      started += other.started
      finished += other.finished
      cancelled += other.cancelled
      failed += other.failed
      endedOtherwise += other.endedOtherwise
      running += other.running
      outputs = outputs.addingClamped(other.outputs)
      durations.add(other.durations)
    }
  }

  private final class ProcessRow {
    var schemaVersion: UInt64?
    var library: NameID?
    /// Counted by sends, once per action.
    var actions: UInt64 = 0
    /// Counted by wrappers, including nested ones.
    var intervals: UInt64 = 0
    var effects: UInt64 = 0
    var storesCreated: UInt64 = 0
    var storesReleased: UInt64 = 0
    var storesAlive: UInt64 = 0
    var childrenMade: UInt64 = 0
    var childrenFound: UInt64 = 0
  }

  /// - Parameters:
  ///   - reader: The reader that this is a sink of.
  ///   - time: An unfiltered sink of the same reader.
  package init(
    _ options: ReportOptions = ReportOptions(), _ reader: TraceReader, time: ProgramTime
  ) {
    let participants = reader.participants
    directories = reader.directories
    names = reader.names
    self.options = options
    self.time = time
    unfoldsLevels =
      options.unfoldsLevels || !options.filter.names.isEmpty || !options.filter.prefixes.isEmpty
    findings = FindingsBuilder(time)
    groups = ReportGroups(options.grouping, participants)
    slowestActions = SlowestSpans(limit: options.slowest)
    slowest = SlowestSpans(limit: options.slowest)
    slowestEffects = SlowestSpans(limit: options.slowest)
  }

  // MARK: - Spans

  package func begin(_ span: Span) {
    findings.begin(span)
    switch span.kind {
    case .action:
      processRow(span.process).intervals += 1
      if span.isOutermost {
        processRow(span.process).actions += 1
        if span.cause == 0 { chains += 1 }
      }
      sends.begin(span)
    case .effect:
      processRow(span.process).effects += 1
    case .store:
      processRow(span.process).storesCreated += 1
      processRow(span.process).storesAlive += 1
    case .interval:
      signposters.begin(span)
    case .observer:
      observers.begin(span)
    }
  }

  package func end(_ span: Span) {
    findings.end(span)
    let exclusive = time.exclusive
    switch span.kind {
    case .action: endAction(span, exclusive: exclusive)
    case .effect: endEffect(span)
    case .interval:
      signposters.end(span, exclusive: exclusive)
      if let duration = span.duration { slowest.add(span, duration) }
    case .observer:
      observers.end(span, exclusive: exclusive)
      if let duration = span.duration { slowest.add(span, duration) }
    case .store:
      guard span.end != nil else { return }
      processRow(span.process).storesReleased += 1
      if span.completeness != .beginLost { processRow(span.process).storesAlive -= 1 }
    }
  }

  private func endAction(_ span: Span, exclusive: Int64) {
    // An open action of a nested wrapper is a level of an open one.
    if !unfoldsLevels, span.end == nil, !span.isOutermost { return }
    let name = unfoldsLevels ? span.name : span.sharedName
    let row = actionRows[name, groups.number(of: span)]
    let isLevel = !unfoldsLevels && span.isLevel
    let outer = isLevel ? SpanKey(process: span.process, id: span.parent) : nil
    budgets.end(SpanKey(process: span.process, id: span.id), outer: outer, in: row)?
      .overBudget += 1
    addLevel(span, exclusive: exclusive, to: row)
    if isLevel { return }
    if !unfoldsLevels, span.isOutermost, span.end != nil { setShared(span) }
    row.count += 1
    guard span.end != nil else {
      row.open += 1
      return
    }
    switch unfoldsLevels ? span.stateChange : span.sharedChange {
    case .yes: row.changes.yes += 1
    case .no: row.changes.no += 1
    case .unknown: row.changes.unknown += 1
    }
    if let duration = span.duration {
      row.durations.record(duration)
      // The records of nested wrappers are the same action.
      if span.isOutermost {
        slowestActions.add(span, duration)
        slowest.add(span, duration)
      }
    }
  }

  /// Adds the time of a level to the row of its action.
  private func addLevel(_ span: Span, exclusive: Int64, to row: ActionRow) {
    guard let selfTime = span.selfTime else { return }
    let total = span.duration ?? 0
    if unfoldsLevels || span.name == span.sharedName {
      row.ownLevel.add(selfTime: selfTime, exclusive: exclusive, total: total)
    } else {
      row.outerLevels[span.name, default: Level()]
        .add(selfTime: selfTime, exclusive: exclusive, total: total)
    }
  }

  private func endEffect(_ span: Span) {
    let row = effectRows[name(ofEffect: span), groups.number(of: span)]
    row.started += 1
    row.outputs = row.outputs.addingClamped(span.outputs)
    guard span.end != nil else {
      row.running += 1
      if runningEffects.count < Self.runningEffectsListed {
        runningEffects.append(span)
      } else {
        runningEffectsLeftOut += 1
      }
      return
    }
    switch span.outcome {
    case .finished: row.finished += 1
    case .cancelled: row.cancelled += 1
    case .failed: row.failed += 1
    case .abandoned, .unknown, nil: row.endedOtherwise += 1
    }
    if let duration = span.duration {
      row.durations.record(duration)
      slowestEffects.add(span, duration)
    }
  }

  // MARK: - Points

  package func point(_ point: TracePoint) {
    findings.point(point)
    let process = point.event.process
    switch point.event.payload {
    case .schema(let schema):
      processRow(process).schemaVersion = schema.version
      processRow(process).library = schema.library
    case .event(let event):
      signposters.add(event)
    case .log(let log):
      signposters.add(log)
    case .budgetExceeded(let excess):
      if excess.action == 0 {
        observers.exceedBudget(process)
      } else {
        budgets.exceed(SpanKey(process: process, id: excess.action))?.overBudget += 1
      }
    case .send(let send):
      sends.add(send, to: point.feature, process)
    case .scope(let scope):
      if scope.isCached {
        processRow(process).childrenFound += 1
      } else {
        processRow(process).childrenMade += 1
      }
    default:
      break
    }
  }

  private static let mixedProcesses = """
    Processes with the same id, as in several containers, are counted as one, because the trace \
    lacks the context that distinguishes them (lttng add-context --userspace --type=pid_ns).
    """

  package func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    self.summary = summary
    self.unmatched = unmatched
  }

  // MARK: - Rows

  /// The name of an effect. One that began while tracing was disabled has the name of its action
  /// at the root: it gets the name that the innermost wrapper gives to such actions later.
  private func name(ofEffect span: Span) -> NameID {
    guard span.cause == 0, !unfoldsLevels, names[span.name].prefix.isEmpty else {
      return span.name
    }
    if let known = namesOfEarlier[span.name] { return known }
    let name = names[span.name].name
    let found = Set(
      sharedNames.enumerated().compactMap { index, shared in
        names[NameID(index: Int32(index))].name == name ? shared : nil
      })
    // Roots with other prefixes can have an action of the same name.
    guard found.count == 1, let shared = found.first else { return span.name }
    namesOfEarlier[span.name] = shared
    return shared
  }

  private func setShared(_ span: Span) {
    let index = Int(span.name.index)
    while sharedNames.count <= index { sharedNames.append(nil) }
    sharedNames[index] = span.sharedName
  }

  private func processRow(_ process: ProcessIndex) -> ProcessRow {
    let index = Int(process)
    while processRows.count <= index { processRows.append(ProcessRow()) }
    return processRows[index]
  }

  // MARK: - Result

  /// The report, once the trace was read.
  ///
  /// - Parameter functions: The functions in the CPU samples of a process.
  package func report(
    of directory: String, names: NameTable,
    functions: (ProcessIndex) -> FunctionReport? = { _ in nil }
  ) -> Report {
    while processRows.count < summary.processes.count { processRows.append(ProcessRow()) }
    let start = summary.timeRange?.lowerBound
    let end = summary.timeRange?.upperBound
    let losses = Report.Losses(summary.losses)
    labels = ProcessLabels(summary.processes)
    let whole = time.whole(summary.timeRange)
    // Ids of actions, effects and stores are unique in a process.
    let areMixed = !summary.identifiesProcesses && unmatched.repeatedBegins > 0
    let isComplete =
      losses.isEmpty && summary.isComplete && unmatched.forgotten == 0 && !areMixed
    let sampling = Report.Sampling(summary.processes, chains: chains)
    let selections = Report.selections(summary)
    // The report has figures beside it.
    let replaced = sampling?.sample == nil ? nil : TraceSampling.sampleRemark(of: summary.processes)
    let remarks =
      (areMixed ? [Self.mixedProcesses] : []) + (sampling?.remarks ?? [])
      + summary.remarks.filter { $0 != replaced }
    let times = time.times(
      summary,
      isComplete: isComplete && sampling?.leavesOutChains != true && selections == nil)
    let judged = findings.conclude(
      names, summary, times, directories: directories, functions: functions,
      isComplete: isComplete, isSampled: sampling?.leavesOutChains == true,
      isSelection: selections != nil, isFiltered: !options.filter.isEmpty)
    var report = Report(
      directory: directory, directories: directories,
      isComplete: isComplete,
      remarks: remarks, isFiltered: !options.filter.isEmpty,
      selectsNothing: summary.selectsNothing ? true : nil,
      grouping: options.grouping,
      order: options.order,
      startNs: start.map { "\($0)" },
      durationNs: Self.distance(from: start, to: end),
      time: times, findings: judged.findings, rules: judged.verdicts,
      events: Report.EventCounts(summary),
      losses: losses, damage: summary.damage, parts: summary.parts,
      schemaVersions: summary.schemaVersions, sampling: sampling, selections: selections,
      processes: zip(summary.processes, processRows).map { process, row in
        Report.Process(
          vpid: process.vpid, name: process.name,
          host: process.host.isEmpty ? nil : process.host, schemaVersion: row.schemaVersion,
          library: row.library.map { names[$0].name }, actions: row.actions,
          intervals: row.intervals, effects: row.effects,
          storesCreated: row.storesCreated, storesReleased: row.storesReleased,
          storesAlive: row.storesAlive, childrenMade: row.childrenMade,
          childrenFound: row.childrenFound)
      },
      actions: actions(names, whole: whole), effects: effects(names),
      runningEffects: runningEffects.map { span in
        let name = names[name(ofEffect: span)]
        return Report.RunningEffect(
          prefix: name.prefix, name: name.name,
          effect: "\(span.id)", action: "\(span.cause)", process: Int(span.process),
          vpid: vpid(of: span), host: host(of: span),
          sinceNs: Self.distance(from: start, to: span.start),
          ageNs: Self.distance(
            from: span.start, to: summary.period(of: Int(span.process))?.upperBound))
      },
      runningEffectsLeftOut: runningEffectsLeftOut,
      slowestActions: slow(slowestActions, names), slowest: slow(slowest, names),
      slowestEffects: slow(slowestEffects, names),
      intervals: signposters.intervals(names, whole: whole),
      signpostEvents: signposters.events(names),
      logs: signposters.logs(names), observers: observers.observers(names, whole: whole),
      stores: sends.stores(names, feature: time.laterFeature), unmatched: unmatched)
    report.estimate()
    return report
  }

  private func group(_ number: Int32) -> String? {
    groups.name(number, summary, labels, names, laterFeature: time.laterFeature)
  }

  /// The number of the group that a row belongs to, now that all stores are described.
  private func finalGroup(_ number: Int32) -> Int32 {
    groups.final(number, laterFeature: time.laterFeature)
  }

  private func actions(_ names: NameTable, whole: Int64) -> [Report.Action] {
    actionRows.all(by: finalGroup) { $0.add($1) }.map { key, row in
      let name = displayed(key, actionRows.further.count, names)
      let exclusive = row.exclusive
      return Report.Action(
        group: group(key.group), prefix: name.prefix, name: name.name,
        count: row.count, open: row.open, stateChanged: row.changes, overBudget: row.overBudget,
        selfNs: row.ownLevel.selfTime, exclusiveNs: exclusive,
        share: exclusive.share(of: whole),
        duration: row.durations.statistics, distribution: row.durations.buckets,
        levels: levels(row, of: name, names))
    }
    .sorted(by: options.order.precedes)
  }

  private func levels(_ row: ActionRow, of name: TraceName, _ names: NameTable) -> [Report.Level]? {
    guard !row.outerLevels.isEmpty else { return nil }
    let outer = row.outerLevels
      .sorted { ($1.value.total, $0.key.index) < ($0.value.total, $1.key.index) }
      .map { id, level in
        (name: id == .overflow ? TraceName(name: names.overflow) : names[id], level: level)
      }
    return (outer + [(name: name, level: row.ownLevel)])
      .map { name, level in
        Report.Level(
          prefix: name.prefix, name: name.name, count: level.count,
          selfNs: level.selfTime, exclusiveNs: level.exclusive)
      }
  }

  /// The name of a row, which can stand for all names or rows beyond a limit.
  private func displayed<Row>(
    _ key: ReportRows<Row>.Key, _ further: DistinctCount, _ names: NameTable
  ) -> TraceName {
    if key == .further { return TraceName(name: "(\(further.text("further row")))") }
    return key.name == .overflow ? TraceName(name: names.overflow) : names[key.name]
  }

  private func effects(_ names: NameTable) -> [Report.Effect] {
    effectRows.all(by: finalGroup) { $0.add($1) }.map { key, row in
      let name = displayed(key, effectRows.further.count, names)
      return Report.Effect(
        group: group(key.group), prefix: name.prefix, name: name.name,
        started: row.started, finished: row.finished, cancelled: row.cancelled, failed: row.failed,
        endedOtherwise: row.endedOtherwise, running: row.running, outputs: row.outputs,
        duration: row.durations.statistics, distribution: row.durations.buckets)
    }
    .sorted(by: options.order.precedes)
  }

  private func slow(_ spans: SlowestSpans, _ names: NameTable) -> [Report.SlowSpan] {
    let start = summary.timeRange?.lowerBound
    return spans.spans.map { span in
      let (causes, isCutOff) = span.listedCauses(names, since: start)
      let name = span.displayedName(names)
      return Report.SlowSpan(
        kind: span.kind, prefix: name.prefix, name: name.name, id: "\(span.id)",
        process: Int(span.process), vpid: vpid(of: span), host: host(of: span),
        thread: thread(of: span),
        sinceNs: Self.distance(from: start, to: span.start), durationNs: span.duration ?? 0,
        selfNs: selfTime(of: span),
        outcome: span.outcome, causes: causes,
        cameFromOutside: !isCutOff && (span.cause == 0 && span.kind == .action || !causes.isEmpty))
    }
  }

  /// The time of the reducer that gives an action the name of its row.
  private func selfTime(of span: Span) -> Int64? {
    guard span.kind == .action else { return nil }
    return unfoldsLevels ? span.selfTime : span.innermostTime
  }

  private func vpid(of span: Span) -> Int64? { summary.processes[Int(span.process)].vpid }

  private func host(of span: Span) -> String? {
    let host = summary.processes[Int(span.process)].host
    return host.isEmpty ? nil : host
  }

  private func thread(of span: Span) -> Int64? {
    span.thread.map { summary.threads[Int($0)].vtid }
  }

  private static func distance(from start: Int64?, to end: Int64?) -> Int64 {
    guard let start, let end else { return 0 }
    let (distance, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : max(distance, 0)
  }
}
