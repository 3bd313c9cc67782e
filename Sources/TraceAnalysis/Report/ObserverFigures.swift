/// What observers did, by the place that made them.
struct ObserverFigures {
  private var rows: [Key: Row] = [:]
  /// The reactions under way, by process: observers run on the main actor, one at a time.
  private var running: [ProcessIndex: Reaction] = [:]
  /// The reactions that ended last, which are what a budget is exceeded by.
  private var latest: [ProcessIndex: TraceEvent.Observer] = [:]

  private struct Key: Hashable {
    var file: NameID
    var line: UInt64
  }

  private struct Reaction {
    var observer: TraceEvent.Observer
    var start: Int64
  }

  private final class Row {
    var count: UInt64 = 0
    var open: UInt64 = 0
    var overBudget: UInt64 = 0
    var durations = DurationRecorder()
  }

  // MARK: - Events

  mutating func begin(_ observer: TraceEvent.Observer, _ event: TraceEvent) {
    row(of: observer).count += 1
    let reaction = Reaction(observer: observer, start: event.timestamp)
    // The end of the one before was lost.
    if let lost = running.updateValue(reaction, forKey: event.process) {
      row(of: lost.observer).open += 1
    }
  }

  mutating func end(
    _ observer: TraceEvent.Observer, _ event: TraceEvent, _ unmatched: inout Report.Unmatched
  ) {
    guard let reaction = running[event.process], reaction.observer == observer else {
      unmatched.observerEnds += 1
      return
    }
    running[event.process] = nil
    latest[event.process] = observer
    guard event.timestamp >= reaction.start else {
      unmatched.reversed += 1
      return
    }
    row(of: observer).durations.record(event.timestamp - reaction.start)
  }

  /// The observer that has just reacted took longer than its budget.
  mutating func exceedBudget(_ event: TraceEvent) {
    if let observer = latest[event.process] { row(of: observer).overBudget += 1 }
  }

  private mutating func row(of observer: TraceEvent.Observer) -> Row {
    let key = Key(file: observer.file, line: observer.line)
    if let row = rows[key] { return row }
    let row = Row()
    rows[key] = row
    return row
  }

  // MARK: - Result

  /// Counts what is still under way; nothing must be added afterwards.
  mutating func finish() {
    for reaction in running.values { row(of: reaction.observer).open += 1 }
  }

  func observers(_ names: NameTable) -> [Report.Observer] {
    rows
      .map { key, row in
        Report.Observer(
          file: names[key.file].name, line: key.line, count: row.count, open: row.open,
          overBudget: row.overBudget, duration: row.durations.statistics)
      }
      .sorted { left, right in
        let (leftTotal, rightTotal) = (left.duration?.totalNs ?? -1, right.duration?.totalNs ?? -1)
        if leftTotal != rightTotal { return leftTotal > rightTotal }
        return (left.file, left.line) < (right.file, right.line)
      }
  }
}
