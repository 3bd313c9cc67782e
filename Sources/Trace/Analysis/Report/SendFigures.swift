/// The figures of sends, by the feature of the store.
struct SendFigures {
  private var rows: [NameID: Row] = [:]
  /// The sends to stores that no event has described so far: a state dump follows the first events
  /// of a session.
  private var early: [Early] = []

  /// The maximum number of these; further ones belong to no feature.
  private static let mostEarly = 1 << 16

  private struct Early {
    var store: StoreKey
    /// The send, or the time that its action waited in the queue.
    var fact: Fact
  }

  private enum Fact {
    case send(TraceEvent.Send)
    case wait(Int64)
  }

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
  mutating func add(_ send: TraceEvent.Send, to feature: NameID, _ process: ProcessIndex) {
    if feature == .empty, send.store != 0, early.count < Self.mostEarly {
      return early.append(Early(store: StoreKey(send.store, of: process), fact: .send(send)))
    }
    add(send, to: feature)
  }

  private mutating func add(_ send: TraceEvent.Send, to feature: NameID) {
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
    let wait = action.start - send.time
    if send.feature == .empty, send.store != 0, early.count < Self.mostEarly {
      return early.append(Early(store: StoreKey(send.store, of: action.process), fact: .wait(wait)))
    }
    row(of: send.feature).durations.record(wait)
  }

  private mutating func row(of feature: NameID) -> Row {
    if let row = rows[feature] { return row }
    let row = Row()
    rows[feature] = row
    return row
  }

  // MARK: - Result

  /// - Parameter feature: Returns the feature of a store that was described later.
  mutating func stores(
    _ names: NameTable, feature: (StoreKey) -> NameID?
  ) -> [Report.Store] {
    for entry in early {
      let name = feature(entry.store) ?? .empty
      switch entry.fact {
      case .send(let send): add(send, to: name)
      case .wait(let wait): row(of: name).durations.record(wait)
      }
    }
    early = []
    return
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
