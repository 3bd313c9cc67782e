/// Computes a ``Report`` in one pass over the events.
///
/// Memory depends on the number of names and of intervals that are open at the same time, never on
/// the length of the trace.
struct ReportBuilder {
  /// How many of the effects that still run are listed one by one.
  static let runningEffectsListed = 100

  private var actionRows: [ActionRow?] = []
  private var effectRows: [EffectRow?] = []
  private var processRows: [ProcessRow] = []
  private var openActions = OpenIntervals()
  private var openEffects = OpenIntervals()
  private var openStores = OpenIntervals()
  private var signposters = SignposterFigures()
  private var observers = ObserverFigures()
  private var sends = SendFigures()
  private var unmatched = Report.Unmatched()

  private final class ActionRow {
    var count: UInt64 = 0
    var open: UInt64 = 0
    var changes = Report.StateChanges(yes: 0, no: 0, unknown: 0)
    var overBudget: UInt64 = 0
    var durations = DurationRecorder()
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
  }

  private struct ProcessRow {
    var schemaVersion: UInt64?
    var library: NameID?
    var actions: UInt64 = 0
    var effects: UInt64 = 0
    var storesCreated: UInt64 = 0
    var storesReleased: UInt64 = 0
    var storesAlive: UInt64 = 0
    var childrenMade: UInt64 = 0
    var childrenFound: UInt64 = 0
  }

  mutating func add(_ event: TraceEvent) {
    let process = Int(event.process)
    while processRows.count <= process { processRows.append(ProcessRow()) }
    switch event.payload {
    case .schema(let schema):
      processRows[process].schemaVersion = schema.version
      processRows[process].library = schema.library
    case .storeCreated(let store):
      createStore(store, event)
    case .storeReleased(let store):
      releaseStore(store, event)
    case .actionBegin(let begin):
      beginAction(begin, event)
    case .actionEnd(let end):
      endAction(end, event)
    case .effectBegin(let begin):
      beginEffect(begin, event)
    case .effectOutput(let output):
      if !openEffects.noteOutput(of: output.effect, event.process) { unmatched.effectOutputs += 1 }
    case .effectEnd(let end):
      endEffect(end, event)
    case .intervalBegin(let begin):
      signposters.begin(begin, event, &unmatched)
    case .intervalEnd(let end):
      signposters.end(end, event, &unmatched)
    case .event(let point):
      signposters.add(point)
    case .log(let log):
      signposters.add(log)
    case .actionPayload:
      break
    case .stateDiff:
      break
    case .budgetExceeded(let excess):
      if excess.action == 0 {
        observers.exceedBudget(event)
      } else {
        actionRow(excess.name).overBudget += 1
      }
    case .send(let send):
      let feature = openStores.find(send.store, event.process)?.name ?? .empty
      sends.add(send, to: feature, event)
    case .scope(let scope):
      if scope.isCached {
        processRows[process].childrenFound += 1
      } else {
        processRows[process].childrenMade += 1
      }
    case .observeBegin(let observer):
      observers.begin(observer, event)
    case .observeEnd(let observer):
      observers.end(observer, event, &unmatched)
    }
  }

  // MARK: - Actions

  private mutating func beginAction(_ begin: TraceEvent.ActionBegin, _ event: TraceEvent) {
    let interval = OpenIntervals.Interval(
      id: begin.action, process: event.process, name: begin.name, start: event.timestamp)
    var forgotten: [NameID] = []
    guard openActions.begin(interval, forget: { forgotten.append($0.name) }) else {
      unmatched.repeatedBegins += 1
      return
    }
    sends.begin(begin.action, event, &unmatched)
    actionRow(begin.name).count += 1
    processRows[Int(event.process)].actions += 1
    for name in forgotten {
      actionRow(name).open += 1
      unmatched.forgotten += 1
    }
  }

  private mutating func endAction(_ end: TraceEvent.ActionEnd, _ event: TraceEvent) {
    guard let interval = openActions.end(end.action, event.process) else {
      unmatched.actionEnds += 1
      return
    }
    let row = actionRow(interval.name)
    switch end.stateChanged {
    case .yes: row.changes.yes += 1
    case .no: row.changes.no += 1
    case .unknown: row.changes.unknown += 1
    }
    if let duration = unmatched.duration(of: interval, until: event.timestamp) {
      row.durations.record(duration)
    }
  }

  private mutating func actionRow(_ name: NameID) -> ActionRow {
    Self.row(name, in: &actionRows, ifNew: ActionRow())
  }

  /// The row of a name, in a table with one place for each name met so far.
  private static func row<Row>(
    _ name: NameID, in rows: inout [Row?], ifNew make: @autoclosure () -> Row
  ) -> Row {
    let index = Int(name.index)
    if index < rows.count, let row = rows[index] { return row }
    while rows.count <= index { rows.append(nil) }
    let row = make()
    rows[index] = row
    return row
  }

  // MARK: - Effects

  private mutating func beginEffect(_ begin: TraceEvent.EffectBegin, _ event: TraceEvent) {
    let age = begin.start.age
    let (start, isOutOfRange) = event.timestamp.subtractingReportingOverflow(age ?? 0)
    let interval = OpenIntervals.Interval(
      id: begin.effect, process: event.process, name: begin.name,
      start: isOutOfRange ? event.timestamp : start, origin: begin.action,
      isAmbiguous: age == nil || isOutOfRange)
    // An effect that runs when a session starts is announced again: that is not a mistake.
    if openEffects.contains(interval) { return }
    var forgotten: [OpenIntervals.Interval] = []
    guard openEffects.begin(interval, forget: { forgotten.append($0) }) else {
      unmatched.repeatedBegins += 1
      return
    }
    effectRow(begin.name).started += 1
    processRows[Int(event.process)].effects += 1
    for interval in forgotten {
      keepRunning(interval)
      unmatched.forgotten += 1
    }
  }

  private mutating func endEffect(_ end: TraceEvent.EffectEnd, _ event: TraceEvent) {
    guard let interval = openEffects.end(end.effect, event.process) else {
      unmatched.effectEnds += 1
      return
    }
    let row = effectRow(interval.name)
    switch end.outcome {
    case .finished: row.finished += 1
    case .cancelled: row.cancelled += 1
    case .failed: row.failed += 1
    case .unknown: row.endedOtherwise += 1
    }
    row.outputs = row.outputs.addingClamped(end.outputs)
    if let duration = unmatched.duration(of: interval, until: event.timestamp) {
      row.durations.record(duration)
    }
  }

  private mutating func keepRunning(_ interval: OpenIntervals.Interval) {
    let row = effectRow(interval.name)
    row.running += 1
    row.outputs = row.outputs.addingClamped(interval.outputs)
  }

  private mutating func effectRow(_ name: NameID) -> EffectRow {
    Self.row(name, in: &effectRows, ifNew: EffectRow())
  }

  // MARK: - Stores

  // A store that lives when a session starts is announced again: that is not a mistake.
  private mutating func createStore(_ store: TraceEvent.Store, _ event: TraceEvent) {
    let interval = OpenIntervals.Interval(
      id: store.store, process: event.process, name: store.feature, start: event.timestamp)
    var forgotten: UInt64 = 0
    guard openStores.begin(interval, forget: { _ in forgotten += 1 }) else { return }
    processRows[Int(event.process)].storesCreated += 1
    processRows[Int(event.process)].storesAlive += 1
    unmatched.forgotten += forgotten
  }

  private mutating func releaseStore(_ store: TraceEvent.Store, _ event: TraceEvent) {
    processRows[Int(event.process)].storesReleased += 1
    guard openStores.end(store.store, event.process) != nil else {
      unmatched.storesReleased += 1
      return
    }
    processRows[Int(event.process)].storesAlive -= 1
  }

  // MARK: - Result

  consuming func report(
    of directory: String, _ summary: TraceSummary, names: NameTable
  ) -> Report {
    for interval in openActions.all { actionRow(interval.name).open += 1 }
    for interval in openEffects.all { keepRunning(interval) }
    signposters.finish()
    observers.finish()
    while processRows.count < summary.processes.count { processRows.append(ProcessRow()) }
    let start = summary.timeRange?.lowerBound
    let end = summary.timeRange?.upperBound
    let losses = Report.Losses(summary.losses)
    let running = openEffects.all
      .sorted { ($0.start, $0.process, $0.id) < ($1.start, $1.process, $1.id) }
    return Report(
      directory: directory,
      isComplete: losses.isEmpty && summary.damage.isEmpty && unmatched.forgotten == 0,
      startNs: start,
      durationNs: Self.distance(from: start, to: end),
      events: Report.EventCounts(
        total: summary.eventCount, composable: summary.composableEventCount,
        unknown: summary.unknownEventCount, malformed: summary.malformedEventCount),
      losses: losses, damage: summary.damage, schemaVersions: summary.schemaVersions,
      processes: zip(summary.processes, processRows).map { process, row in
        Report.Process(
          vpid: process.vpid, name: process.name, schemaVersion: row.schemaVersion,
          library: row.library.map { names[$0].name }, actions: row.actions, effects: row.effects,
          storesCreated: row.storesCreated, storesReleased: row.storesReleased,
          storesAlive: row.storesAlive, childrenMade: row.childrenMade,
          childrenFound: row.childrenFound)
      },
      actions: actions(names), effects: effects(names),
      runningEffects: running.prefix(Self.runningEffectsListed).map { interval in
        Report.RunningEffect(
          prefix: names[interval.name].prefix, name: names[interval.name].name,
          effect: interval.id, action: interval.origin,
          vpid: summary.processes.indices.contains(Int(interval.process))
            ? summary.processes[Int(interval.process)].vpid : nil,
          sinceNs: Self.distance(from: start, to: interval.start),
          ageNs: Self.distance(from: interval.start, to: end))
      },
      runningEffectsLeftOut: UInt64(max(running.count - Self.runningEffectsListed, 0)),
      intervals: signposters.intervals(names), signpostEvents: signposters.events(names),
      logs: signposters.logs(names), observers: observers.observers(names),
      stores: sends.stores(names), unmatched: unmatched)
  }

  private func actions(_ names: NameTable) -> [Report.Action] {
    actionRows.enumerated()
      .compactMap { index, row in
        guard let row else { return nil }
        let name = names[NameID(index: Int32(index))]
        return Report.Action(
          prefix: name.prefix, name: name.name, count: row.count, open: row.open,
          stateChanged: row.changes, overBudget: row.overBudget,
          duration: row.durations.statistics)
      }
      .sorted { left, right in
        let (leftTotal, rightTotal) = (left.duration?.totalNs ?? -1, right.duration?.totalNs ?? -1)
        if leftTotal != rightTotal { return leftTotal > rightTotal }
        return (left.prefix, left.name) < (right.prefix, right.name)
      }
  }

  private func effects(_ names: NameTable) -> [Report.Effect] {
    effectRows.enumerated()
      .compactMap { index, row in
        guard let row else { return nil }
        let name = names[NameID(index: Int32(index))]
        return Report.Effect(
          prefix: name.prefix, name: name.name, started: row.started, finished: row.finished,
          cancelled: row.cancelled, failed: row.failed, endedOtherwise: row.endedOtherwise,
          running: row.running, outputs: row.outputs, duration: row.durations.statistics)
      }
      .sorted { left, right in
        let (leftTotal, rightTotal) = (left.duration?.totalNs ?? -1, right.duration?.totalNs ?? -1)
        if leftTotal != rightTotal { return leftTotal > rightTotal }
        return (left.prefix, left.name) < (right.prefix, right.name)
      }
  }

  private static func distance(from start: Int64?, to end: Int64?) -> Int64 {
    guard let start, let end else { return 0 }
    let (distance, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : max(distance, 0)
  }
}

extension Report.Unmatched {
  /// How long an interval took, where that can be known.
  mutating func duration(of interval: OpenIntervals.Interval, until end: Int64) -> Int64? {
    if interval.isAmbiguous { return nil }
    let (duration, overflow) = end.subtractingReportingOverflow(interval.start)
    if overflow || duration < 0 {
      reversed += 1
      return nil
    }
    return duration
  }
}

extension Report.Losses {
  init(_ streams: [StreamLoss]) {
    self.init(
      events: 0, uncountedEvents: 0, packets: 0, uncountedPackets: 0,
      streams: streams.map { loss in
        Stream(
          stream: loss.stream, events: loss.events, uncountedEvents: loss.uncountedEvents,
          packets: loss.packets, uncountedPackets: loss.uncountedPackets)
      })
    for loss in streams {
      events = events.addingClamped(loss.events)
      uncountedEvents = uncountedEvents.addingClamped(loss.uncountedEvents)
      packets = packets.addingClamped(loss.packets)
      uncountedPackets = uncountedPackets.addingClamped(loss.uncountedPackets)
    }
  }
}
