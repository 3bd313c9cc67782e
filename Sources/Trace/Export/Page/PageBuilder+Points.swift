import Durations
import TraceAnalysis

extension PageBuilder {
  /// The rows of a lane of logs.
  private enum LogRow {
    static let logs: UInt8 = 0
    static let budgets: UInt8 = 1
  }

  func point(_ point: TracePoint) {
    report.point(point)
    let event = point.event
    notice(event.timestamp)
    switch event.payload {
    case .log(let log):
      var record = newRecord(.log, event, logLane(event.process), row: LogRow.logs)
      record.name = names.number(of: log.label)
      record.action = PageState.action(log.level)
      record.place = names.number(ofPlace: log.file, log.line)
      // The lane belongs to the process.
      record.depth = event.thread.map { UInt64($0) + 1 } ?? 0
      let metadata = texts.metadata
      let message = texts.message
      record.text = keep(text: metadata.isEmpty ? message : "\(message)\n\(metadata)")
      add(record, point: logLane(event.process))
    case .event(let content):
      let lane = lane(
        PageLane.Key(process: event.process, kind: .intervals, source: content.source))
      var record = newRecord(.event, event, lane, row: 0)
      record.name = names.number(of: content.name)
      record.belongsTo = content.id
      record.text = keep(text: texts.message)
      add(record, point: lane)
    case .budgetExceeded(let excess):
      let lane = logLane(event.process)
      var record = newRecord(.budget, event, lane, row: LogRow.budgets)
      record.name = names.number(of: excess.name)
      record.cause = excess.action
      record.nested = Int64(clamping: excess.budget)
      record.waited = Int64(clamping: excess.taken).addingClamped(1)
      add(record, point: lane)
    case .actionPayload(let action): addValue(.payload, of: action, event, point.spanName)
    case .actionData(let data):
      if data.isWhole(texts) { addValue(.payload, of: data.action, event, point.spanName) }
    case .stateDiff(let action): addValue(.difference, of: action, event, point.spanName)
    default: break
    }
  }

  private func newRecord(
    _ kind: PageRecord.Kind, _ event: TraceEvent, _ lane: PageLane, row: UInt8
  ) -> PageRecord {
    var record = PageRecord(kind, lane: lane.index, start: relative(event.timestamp))
    record.row = row
    record.process = event.process
    return record
  }

  private func logLane(_ index: ProcessIndex) -> PageLane {
    let process = process(index)
    if let lane = process.logs { return lane }
    let lane = lane(PageLane.Key(process: index, kind: .logs))
    process.logs = lane
    return lane
  }

  private func addValue(
    _ kind: PageRecord.Kind, of action: UInt64, _ event: TraceEvent, _ name: NameID
  ) {
    let process = process(event.process)
    let calls = event.thread.map { process.threads[$0] } ?? process.latest
    var lane: PageLane?
    if let calls {
      lane =
        calls.stack.index(ofAction: action).map { calls.stack.frames[$0].content }
        ?? (calls.ended?.action == action ? calls.ended?.lane : nil)
    }
    if kind == .difference, calls?.stack.frames.contains(where: { $0.kind == .action }) == false {
      process.curves.properties.add(
        texts.message, store: lane?.key.store ?? 0, at: relative(event.timestamp))
    }
    var record = newRecord(kind, event, lane ?? logLane(event.process), row: 0)
    record.name = names.number(of: name)
    record.cause = action
    record.text = keep(text: texts.message)
    addHidden(record)
  }
}
