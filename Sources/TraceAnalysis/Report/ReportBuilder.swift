/// Computes a ``Report`` in one pass over a trace.
///
/// Memory depends on the number of names and of effects that run at the end, never on the length of the
/// trace.
final class ReportBuilder: TraceSink {
  /// How many of the effects that still run are listed one by one.
  static let runningEffectsListed = 100

  private var actionRows: [ActionRow?] = []
  private var effectRows: [EffectRow?] = []
  private var processRows: [ProcessRow] = []
  /// The oldest ones, as they are told of in this order.
  private var runningEffects: [Span] = []
  private var runningEffectsLeftOut: UInt64 = 0
  private var signposters = SignposterFigures()
  private var observers = ObserverFigures()
  private var sends = SendFigures()
  private var summary = TraceSummary()
  private var unmatched = UnmatchedEvents()

  private final class ActionRow {
    var count: UInt64 = 0
    var open: UInt64 = 0
    var changes = Report.StateChanges(yes: 0, no: 0, unknown: 0)
    var overBudget: UInt64 = 0
    var selfTime: Int64 = 0
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

  private final class ProcessRow {
    var schemaVersion: UInt64?
    var library: NameID?
    /// As they were sent.
    var actions: UInt64 = 0
    /// As wrappers saw them, the nested ones included.
    var intervals: UInt64 = 0
    var effects: UInt64 = 0
    var storesCreated: UInt64 = 0
    var storesReleased: UInt64 = 0
    var storesAlive: UInt64 = 0
    var childrenMade: UInt64 = 0
    var childrenFound: UInt64 = 0
  }

  // MARK: - Spans

  func begin(_ span: Span) {
    switch span.kind {
    case .action:
      actionRow(span.name).count += 1
      processRow(span.process).intervals += 1
      if span.isOutermost { processRow(span.process).actions += 1 }
      sends.begin(span)
    case .effect:
      effectRow(span.name).started += 1
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

  func end(_ span: Span) {
    switch span.kind {
    case .action: endAction(span)
    case .effect: endEffect(span)
    case .interval: signposters.end(span)
    case .observer: observers.end(span)
    case .store:
      guard span.end != nil else { return }
      processRow(span.process).storesReleased += 1
      if span.completeness != .beginLost { processRow(span.process).storesAlive -= 1 }
    }
  }

  private func endAction(_ span: Span) {
    let row = actionRow(span.name)
    guard span.end != nil else {
      row.open += 1
      return
    }
    switch span.stateChange {
    case .yes: row.changes.yes += 1
    case .no: row.changes.no += 1
    case .unknown: row.changes.unknown += 1
    }
    if let duration = span.duration {
      row.durations.record(duration)
      row.selfTime = row.selfTime.addingClamped(max(duration - span.nestedTime, 0))
    }
  }

  private func endEffect(_ span: Span) {
    let row = effectRow(span.name)
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
    if let duration = span.duration { row.durations.record(duration) }
  }

  // MARK: - Points

  func point(_ point: TracePoint) {
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
        actionRow(excess.name).overBudget += 1
      }
    case .send(let send):
      sends.add(send, to: point.feature)
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

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    self.summary = summary
    self.unmatched = unmatched
  }

  // MARK: - Rows

  private func actionRow(_ name: NameID) -> ActionRow {
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

  private func effectRow(_ name: NameID) -> EffectRow {
    Self.row(name, in: &effectRows, ifNew: EffectRow())
  }

  private func processRow(_ process: ProcessIndex) -> ProcessRow {
    let index = Int(process)
    while processRows.count <= index { processRows.append(ProcessRow()) }
    return processRows[index]
  }

  // MARK: - Result

  /// What was found, once everything was read.
  func report(of directory: String, names: NameTable) -> Report {
    while processRows.count < summary.processes.count { processRows.append(ProcessRow()) }
    let start = summary.timeRange?.lowerBound
    let end = summary.timeRange?.upperBound
    let losses = Report.Losses(summary.losses)
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
          library: row.library.map { names[$0].name }, actions: row.actions,
          intervals: row.intervals, effects: row.effects,
          storesCreated: row.storesCreated, storesReleased: row.storesReleased,
          storesAlive: row.storesAlive, childrenMade: row.childrenMade,
          childrenFound: row.childrenFound)
      },
      actions: actions(names), effects: effects(names),
      runningEffects: runningEffects.map { span in
        Report.RunningEffect(
          prefix: names[span.name].prefix, name: names[span.name].name,
          effect: span.id, action: span.cause,
          vpid: summary.processes.indices.contains(Int(span.process))
            ? summary.processes[Int(span.process)].vpid : nil,
          sinceNs: Self.distance(from: start, to: span.start),
          ageNs: Self.distance(from: span.start, to: end))
      },
      runningEffectsLeftOut: runningEffectsLeftOut,
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
          stateChanged: row.changes, overBudget: row.overBudget, selfNs: row.selfTime,
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
