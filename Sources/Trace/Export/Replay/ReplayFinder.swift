import TraceAnalysis

/// Finds the sessions in a trace, and the first loss of events.
struct ReplayFinder {
  private var intervals = ReplayIntervals()
  private var candidates: [ReplayIntervals.Key: ReplayCandidate] = [:]
  private var order: [ReplayIntervals.Key] = []
  private var features: [Store: (feature: String, isCreated: Bool)] = [:]
  private var schemas: [ProcessIndex: UInt64] = [:]
  /// The pieces of states so far.
  private var states: [Action: UInt64] = [:]
  private var latest: [Action: ReplayIntervals.Key] = [:]
  /// The first loss of events of each process; -1 stands for losses that may concern any.
  private(set) var firstGaps: [ProcessIndex: Int64] = [:]

  private struct Store: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  private struct Action: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  mutating func add(_ gap: TraceGap) {
    let process = gap.process ?? -1
    firstGaps[process] = min(firstGaps[process] ?? .max, gap.start)
  }

  mutating func add(_ event: TraceEvent, _ reader: TraceReader) {
    let process = event.process
    switch event.payload {
    case .schema(let schema): schemas[process] = schema.version
    case .storeCreated(let store):
      let id = Store(process: process, id: store.store)
      guard features[id] == nil else { return }
      features[id] = (reader.names[store.feature].name, !store.start.isAnnounced)
    case .actionBegin(let begin):
      intervals.begin(begin, process, prefix: reader.names[begin.name].prefix)
    case .actionEnd(let end):
      // The state difference follows the end.
      if let key = intervals.key(of: end.action, process), candidates[key] != nil {
        latest[Action(process: process, id: end.action)] = key
        if latest.count > Self.mostLatest { latest.removeAll() }
      }
      intervals.end(end.action, process)
    case .actionData(let data) where data.offset == 0:
      guard let key = intervals.addData(data.action, process) else { return }
      if candidates[key] == nil {
        candidates[key] = ReplayCandidate(
          process: "", processName: "", store: key.store, feature: "", prefix: key.prefix,
          index: process)
        order.append(key)
      }
      candidates[key]?.actions += 1
    case .stateData(let data): addState(data, process, reader.texts)
    case .stateDiff(let action):
      guard let key = latest[Action(process: process, id: action)] else { return }
      if StateDifference.hasValues(reader.texts.message) {
        candidates[key]?.hasValues = true
      } else {
        candidates[key]?.hasNames = true
      }
    case .stateDigest(let action, _):
      guard let key = latest[Action(process: process, id: action)] else { return }
      candidates[key]?.hasDigests = true
    default: break
    }
  }

  private static let mostLatest = 1 << 16

  private mutating func addState(
    _ data: TraceEvent.Data, _ process: ProcessIndex, _ texts: EventTexts
  ) {
    guard let key = intervals.key(of: data.action, process), candidates[key] != nil,
      candidates[key]?.firstWithState == nil
    else { return }
    if data.size == 0 {
      candidates[key]?.stateProblem = "it could not be encoded"
    } else if texts.messageLength == 0 {
      candidates[key]?.stateProblem = "its \(data.size) bytes are more than the wrapper's limit"
    } else {
      let action = Action(process: process, id: data.action)
      guard states[action, default: 0] == data.offset else { return }
      states[action] = data.offset + UInt64(texts.messageLength)
      guard states[action] == data.size else { return }
      states[action] = nil
      candidates[key]?.firstWithState = data.action
    }
  }

  /// The sessions, in the order of their first actions.
  func found(_ summary: TraceSummary) -> [(key: ReplayIntervals.Key, candidate: ReplayCandidate)] {
    let labels = ProcessLabels(summary.processes)
    return order.map { key in
      var candidate = candidates[key]!
      let process = summary.processes[Int(key.process)]
      candidate.process = labels[key.process]
      candidate.processName = process.name
      candidate.pid = process.vpid
      candidate.schema = schemas[key.process] ?? 0
      if let store = features[Store(process: key.process, id: key.store)] {
        candidate.feature = store.feature
        candidate.isFromCreation = store.isCreated
      }
      return (key, candidate)
    }
  }
}
