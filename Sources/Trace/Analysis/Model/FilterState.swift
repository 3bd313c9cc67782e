/// The state of a ``TraceFilter`` during one reading: each name and process is matched once.
package struct FilterState {
  private let filter: TraceFilter
  private let names: NameTable
  private let participants: TraceParticipants
  private var nameMatches: [NameID: Bool] = [:]
  private var processMatches: [ProcessIndex: Bool] = [:]
  private let isWithoutNames: Bool
  private let isWithoutProcesses: Bool

  /// The start of the selected period; known from the first event on.
  package private(set) var start = Int64.min
  package private(set) var end = Int64.max
  private var isStarted = false

  package init(_ filter: TraceFilter, _ names: NameTable, _ participants: TraceParticipants) {
    self.filter = filter
    self.names = names
    self.participants = participants
    isWithoutNames = filter.names.isEmpty && filter.prefixes.isEmpty
    isWithoutProcesses = filter.processes.isEmpty && filter.hosts.isEmpty
  }

  /// Records the time of the first event.
  @inline(__always)
  package mutating func begin(_ timestamp: Int64) {
    if !isStarted { setStart(timestamp) }
  }

  private mutating func setStart(_ timestamp: Int64) {
    isStarted = true
    start = filter.start?.timestamp(start: timestamp) ?? .min
    end = filter.end?.timestamp(start: timestamp) ?? .max
  }

  /// Whether a span or a point is selected by its name and process.
  ///
  /// - Parameter source: Provides the prefix of a signposter's interval or event.
  @inline(__always)
  package mutating func matches(_ name: NameID, source: NameID = .empty, _ process: ProcessIndex)
    -> Bool
  {
    (isWithoutNames || matches(name, source)) && (isWithoutProcesses || matches(process))
  }

  private mutating func matches(_ name: NameID, _ source: NameID) -> Bool {
    if source == .empty, let known = nameMatches[name] { return known }
    let text = names[name]
    let prefix = source == .empty ? text.prefix : names[source].prefix
    let isMatch =
      (filter.names.isEmpty || filter.names.contains { $0.matches(text.name) })
      && (filter.prefixes.isEmpty || filter.prefixes.contains { $0.matches(prefix) })
    if source == .empty { nameMatches[name] = isMatch }
    return isMatch
  }

  private mutating func matches(_ process: ProcessIndex) -> Bool {
    if let known = processMatches[process] { return known }
    let participant = participants.processes[Int(process)]
    let vpid = participant.vpid.map { "\($0)" }
    let (name, host) = (participant.name, participant.host)
    let isOfProcess =
      filter.processes.isEmpty
      || filter.processes.contains {
        $0.matches(name) || vpid.map($0.matches) == true
          || !host.isEmpty && $0.matches("\(name) on \(host)")
      }
    let isMatch =
      isOfProcess
      && (filter.hosts.isEmpty || !host.isEmpty && filter.hosts.contains { $0.matches(host) })
    // The main thread's name, which is the process's, may not be known yet.
    if !participant.name.isEmpty { processMatches[process] = isMatch }
    return isMatch
  }
}
