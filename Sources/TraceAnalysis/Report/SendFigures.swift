/// What stores were sent, by their feature.
struct SendFigures {
  private var rows: [NameID: Row] = [:]
  /// Sends that wait for their action, by its id.
  private var waiting = OpenIntervals()

  private final class Row {
    var sends: UInt64 = 0
    var queued: UInt64 = 0
    var reentrant: UInt64 = 0
    var maxDepth: UInt64 = 0
    var durations = DurationRecorder()
  }

  // MARK: - Events

  /// - Parameter feature: That of the store, empty if it is not known.
  mutating func add(_ send: TraceEvent.Send, to feature: NameID, _ event: TraceEvent) {
    let row = row(of: feature)
    row.sends += 1
    if send.isReentrant { row.reentrant += 1 }
    guard send.depth > 0 else { return }
    row.queued += 1
    row.maxDepth = max(row.maxDepth, send.depth)
    // One whose action no wrapper sees, or was lost, stays; the table forgets it in time.
    _ = waiting.begin(
      OpenIntervals.Interval(
        id: send.action, process: event.process, name: feature, start: event.timestamp),
      forget: { _ in })
  }

  @inline(__always)
  mutating func begin(
    _ action: UInt64, _ event: TraceEvent, _ unmatched: inout Report.Unmatched
  ) {
    guard waiting.count > 0, let send = waiting.end(action, event.process),
      let duration = unmatched.duration(of: send, until: event.timestamp)
    else { return }
    row(of: send.name).durations.record(duration)
  }

  private mutating func row(of feature: NameID) -> Row {
    if let row = rows[feature] { return row }
    let row = Row()
    rows[feature] = row
    return row
  }

  // MARK: - Result

  func stores(_ names: NameTable) -> [Report.Store] {
    rows
      .map { feature, row in
        Report.Store(
          feature: names[feature].name, sends: row.sends, queued: row.queued,
          reentrant: row.reentrant, maxDepth: row.maxDepth, waiting: row.durations.statistics)
      }
      .sorted { ($1.sends, $0.feature) < ($0.sends, $1.feature) }
  }
}
