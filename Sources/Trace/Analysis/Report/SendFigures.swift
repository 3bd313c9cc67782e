/// The figures of sends, by the feature of the store.
struct SendFigures {
  private var rows: [NameID: Row] = [:]

  private final class Row {
    var sends: UInt64 = 0
    var queued: UInt64 = 0
    var reentrant: UInt64 = 0
    var maxDepth: UInt64 = 0
    var durations = DurationRecorder()
    var actorDurations = DurationRecorder()
  }

  // MARK: - Events

  /// - Parameter feature: The feature of the store, empty if unknown.
  mutating func add(_ send: TraceEvent.Send, to feature: NameID) {
    let row = row(of: feature)
    row.sends += 1
    if send.isReentrant { row.reentrant += 1 }
    if send.waitForActor > 0 { row.actorDurations.record(send.waitForActor) }
    guard send.depth > 0 else { return }
    row.queued += 1
    row.maxDepth = max(row.maxDepth, send.depth)
  }

  /// Processes the begin of an action.
  mutating func begin(_ action: Span) {
    guard let send = action.send, send.depth > 0, action.start >= send.time else { return }
    row(of: send.feature).durations.record(action.start - send.time)
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
          reentrant: row.reentrant, maxDepth: row.maxDepth, waiting: row.durations.statistics,
          actorWaiting: row.actorDurations.statistics)
      }
      .sorted { ($1.sends, $0.feature) < ($0.sends, $1.feature) }
  }
}
