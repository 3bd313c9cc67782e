import TextTables
import TraceAnalysis

/// The tables, with filtered and sorted rows.
extension TopScreen {
  /// A column, with its cells and their sort keys.
  private struct Figure<Row> {
    var heading: String
    var importance: Int
    var width: Int
    var order: (Row, Row) -> Bool
    var cell: (Row) -> StyledLine

    init(
      _ heading: String, _ importance: Int, _ width: Int, _ value: @escaping (Row) -> Double,
      _ cell: @escaping (Row) -> StyledLine
    ) {
      self.heading = heading
      self.importance = importance
      self.width = width
      order = { value($0) > value($1) }
      self.cell = cell
    }
  }

  private func table<Row>(
    _ tab: TopState.Tab, _ heading: String, _ rows: [Row], _ figures: [Figure<Row>],
    placeholder: String, name: (Row) -> String, id: (Row) -> TopRowID,
    isQuiet: (Row) -> Bool = { _ in false }
  ) -> TopTable {
    let sorted = min(state.sortColumn(of: tab), figures.count - 1)
    let isReversed = state.isReversed(tab)
    let named = rows.map { (row: $0, name: name($0)) }.filter { state.matches($0.name) }
    let order = figures[sorted].order
    let ordered = named.sorted { left, right in
      let (first, second) = isReversed ? (right, left) : (left, right)
      if order(first.row, second.row) { return true }
      if order(second.row, first.row) { return false }
      return left.name < right.name
    }
    return TopTable(
      heading: heading,
      columns: figures.enumerated().map { index, figure in
        TopTable.Column(
          heading: figure.heading, importance: figure.importance, width: figure.width,
          isSorted: index == sorted)
      },
      rows: ordered.map { row, name in
        TopTable.Row(
          id: id(row), name: name, cells: figures.map { $0.cell(row) }, isQuiet: isQuiet(row))
      },
      placeholder: state.filter.isEmpty || rows.isEmpty
        ? placeholder : "Nothing matches the filter “\(state.filter.printable())”.")
  }

  private typealias Durations = LiveSnapshot.Durations

  private func statistics<Row>(
    _ durations: @escaping (Row) -> LiveSnapshot.Durations
  ) -> [Figure<Row>] {
    [
      Figure("P50", 6, 8, { Double(durations($0).p50Ns) }) {
        Self.duration(durations($0).p50Ns, of: durations($0))
      },
      Figure("P99", 9, 8, { Double(durations($0).p99Ns) }) {
        Self.duration(durations($0).p99Ns, of: durations($0))
      },
      Figure("MAX", 5, 8, { Double(durations($0).maxNs) }) {
        Self.duration(durations($0).maxNs, of: durations($0))
      },
    ]
  }

  var actionTable: TopTable {
    table(
      .actions, "ACTION", snapshot.actionRows,
      [
        Figure("RATE", 10, 9, { $0.durations.perSecond }) { Self.rate($0.durations) }
      ] + statistics(\.durations) + [
        Figure("BUSY", 7, 7, { $0.durations.busy }) {
          StyledLine($0.durations.count == 0 ? "–" : Units.percent($0.durations.busy))
        },
        Figure("TOTAL", 4, 10, { Double($0.durations.total) }) {
          StyledLine(Units.count($0.durations.total))
        },
        Figure("CHANGED", 2, 7, { Self.part($0.stateChanges, $0.durations.total) }) {
          StyledLine(Self.changes($0))
        },
        Figure("EFFECTS", 1, 9, { Double($0.effects) }) { StyledLine(Units.count($0.effects)) },
      ],
      placeholder: waiting, name: { displayName(prefix: $0.prefix, name: $0.name) },
      id: { .action(prefix: $0.prefix, name: $0.name) }, isQuiet: { $0.durations.count == 0 })
  }

  /// The part of the actions that changed the state: exact, with “≥”, or unknown.
  static func changes(_ row: LiveSnapshot.ActionRow) -> String {
    if row.durations.total == 0 { return "–" }
    if row.unknownChanges >= row.durations.total { return "?" }
    return (row.unknownChanges > 0 ? "≥" : "")
      + Units.percent(part(row.stateChanges, row.durations.total))
  }

  var effectTable: TopTable {
    table(
      .effects, "EFFECTS OF", snapshot.effectRows,
      [
        Figure("ALIVE", 10, 6, { Double($0.alive) }) { StyledLine(Units.count(UInt64($0.alive))) },
        Figure("OLDEST", 9, 9, { Double($0.oldestNs ?? -1) }) {
          StyledLine($0.oldestNs.map(Self.age) ?? "–")
        },
        Figure("ENDED/S", 8, 9, { $0.ended.perSecond }) { Self.rate($0.ended) },
      ] + statistics(\.ended) + [
        Figure("CANCELLED", 3, 9, { Double($0.cancelled) }) {
          StyledLine(Units.count($0.cancelled))
        },
        Figure("FAILED", 4, 7, { Double($0.failed) }) {
          StyledLine(Units.count($0.failed), $0.failed > 0 ? .red : [])
        },
        Figure("TOTAL", 2, 10, { Double($0.ended.total) }) {
          StyledLine(Units.count($0.ended.total))
        },
      ],
      placeholder: "No effect has run.", name: { displayName(prefix: $0.prefix, name: $0.name) },
      id: { .effect(prefix: $0.prefix, name: $0.name) },
      isQuiet: { $0.alive == 0 && $0.ended.count == 0 })
  }

  var slowestTable: TopTable {
    table(
      .slowest, "SLOWEST, LAST MINUTE", snapshot.slowest,
      [
        Figure("TOOK", 10, 8, { Double($0.durationNs) }) { Self.duration($0.durationNs) },
        Figure("AGO", 9, 6, { Double($0.timeNs) }) { [snapshot] in
          StyledLine(Self.age(snapshot.timeNs - $0.timeNs))
        },
        Figure("CAUSED BY", 3, 24, { _ in 0 }) {
          StyledLine(($0.cause.isEmpty ? "–" : $0.cause.printable()).cut(to: 24))
        },
        Figure("PID", 2, 8, { Double($0.process) }) { [snapshot] in
          StyledLine(Self.pid($0.process, snapshot))
        },
      ],
      placeholder: "No action within the last minute.",
      name: { displayName(prefix: $0.prefix, name: $0.name) },
      id: { .slow(time: $0.timeNs, process: $0.process) })
  }

  var processTable: TopTable {
    let rows = snapshot.processes.enumerated().map { (index: $0, process: $1) }
    let hasHosts = Set(rows.map(\.process.host)).count > 1
    return table(
      .processes, "PROCESS", rows,
      [
        Figure("ACTIONS", 9, 12, { Double($0.process.actions) }) {
          StyledLine(Units.count($0.process.actions))
        },
        Figure("STATE", 8, 7, { $0.process.isAlive ? 1 : 0 }) {
          StyledLine($0.process.isAlive ? "running" : "ended")
        },
        Figure("PID", 7, 8, { -Double($0.process.pid ?? 0) }) {
          StyledLine($0.process.pid.map { "\($0)" } ?? "–")
        },
      ]
        + (hasHosts
          ? [
            Figure("HOST", 6, 16, { _ in 0 }) {
              StyledLine($0.process.host.printable().cut(to: 16))
            }
          ] : []),
      placeholder: waiting,
      name: { $0.process.name.isEmpty ? "process" : $0.process.name.printable() },
      id: { .process($0.index) }, isQuiet: { !$0.process.isAlive })
  }

  /// The text in place of rows before the first events.
  private var waiting: String {
    guard snapshot.processes.isEmpty else { return "No action yet." }
    if case .running = status, age > 5_000_000_000 {
      return "No instrumented process yet: wrap a reducer in .signpost(), or use --all-stores."
    }
    return "Waiting for the first event …"
  }

  static func pid(_ process: Int, _ snapshot: LiveSnapshot) -> String {
    guard snapshot.processes.indices.contains(process), let pid = snapshot.processes[process].pid
    else { return "–" }
    return "\(pid)"
  }

  private static func rate(_ durations: LiveSnapshot.Durations) -> StyledLine {
    durations.count == 0
      ? StyledLine("–", .dim) : StyledLine(Units.rate(durations.perSecond))
  }

  static func part(_ part: UInt64, _ whole: UInt64) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }
}
