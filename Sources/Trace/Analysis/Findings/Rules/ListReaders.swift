import Durations
import TextTables

/// Observers of the rows of a list that all run for one change, as each reads the whole list.
final class ListReaders: FindingRule {
  static let description = RuleDescription(
    id: "list-readers",
    title: "An observer reads a whole list to show one row",
    threshold: """
      10 observers of one place run for the same action, each as 10 properties have changed and fewer \
      rows have a store, or all as a property of a single store has; 10 such actions, and 5 % of the \
      recording and 100 ms together
      """,
    reason: """
      An action changes one row, and the observers of all rows run. With twice as many rows, twice as \
      many run, and each reads twice as much.
      """,
    correction: """
      Give each row a store of its element, scoped by a key path such as \\.rows[id: id], and keep \
      the values that it shows there.
      """)

  static let kinds: Set<Span.Kind> = [.observer, .store]

  static let leastObservers: UInt64 = 10
  static let leastActions: UInt64 = 10
  static let leastPart = 0.05

  /// The runs of the observers of a place for one action.
  private final class Turn {
    var process = ProcessIndex.zero
    var action: UInt64 = 0
    var count: UInt64 = 0
    var time: Int64 = 0
    var property = NameID.empty
    var name = NameID.empty
    /// The least number of properties that changed before a run.
    var leastProperties = UInt64.max
    var longest = SlowestSpans(limit: 3)
  }

  private struct Key: Hashable {
    var place: ObserverPlace
    var property: NameID
    /// Whether many properties had changed before each run.
    var isOfMany: Bool
  }

  private final class Row {
    var actions: UInt64 = 0
    var runs: UInt64 = 0
    var time: Int64 = 0
    var names: [NameID: UInt64] = [:]
    var longest = SlowestSpans(limit: 3)
  }

  private var turns = KeyedRows<ObserverPlace, Turn> { Turn() }
  private var rows = KeyedRows<Key, Row> { Row() }
  /// By feature, the numbers of its stores: at the same time, and the most of these.
  private var stores: [NameID: (now: Int, most: Int)] = [:]

  func begin(_ span: Span, _ time: ProgramTime) {
    guard span.kind == .store else { return }
    let now = (stores[span.name]?.now ?? 0) + 1
    stores[span.name] = (now, max(stores[span.name]?.most ?? 0, now))
  }

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store {
      if span.end != nil { stores[span.name]?.now -= 1 }
      return
    }
    guard span.kind == .observer, span.cause != 0, let duration = span.duration else { return }
    let place = ObserverPlace(span)
    let turn = turns[place]
    if turn.action != span.cause || turn.process != span.process
      || turn.property != span.change.property
    {
      close(turn, place)
      turn.process = span.process
      turn.action = span.cause
      turn.property = span.change.property
      turn.name = span.change.action
    }
    turn.count += 1
    turn.time = turn.time.addingClamped(time.exclusive)
    turn.leastProperties = min(turn.leastProperties, span.change.others + 1)
    turn.longest.add(span, duration)
  }

  private func close(_ turn: Turn, _ place: ObserverPlace) {
    defer {
      (turn.count, turn.time, turn.leastProperties) = (0, 0, .max)
      turn.longest = SlowestSpans(limit: 3)
    }
    guard turn.count >= Self.leastObservers, turn.property != .empty else { return }
    let isOfMany = turn.leastProperties >= Self.leastObservers
    let row = rows[Key(place: place, property: turn.property, isOfMany: isOfMany)]
    row.actions += 1
    row.runs += turn.count
    row.time = row.time.addingClamped(turn.time)
    row.names[turn.name, default: 0] += 1
    for span in turn.longest.spans { row.longest.add(span, span.duration ?? 0) }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.hasDebugEvents else { return .withoutDebugEvents }
    for (place, turn) in turns.all { close(turn, place) }
    let most = Dictionary(
      stores.map { (facts.names[$0.key].name, $0.value.most) }, uniquingKeysWith: max)
    return RuleConclusion(
      rows.all.compactMap { key, row in
        let property = facts.names[key.property].name
        let feature = property.lastIndex(of: ".").map { String(property[..<$0]) } ?? property
        let stores = most[feature] ?? 0
        // Rows that each have a store show values of their own.
        guard stores == 1 || key.isOfMany && UInt64(stores) < row.runs / row.actions,
          row.actions >= Self.leastActions,
          facts.share(row.time) >= Self.leastPart, row.time >= Experience.noticed
        else { return nil }
        return finding(key, row, facts)
      })
  }

  private func finding(_ key: Key, _ row: Row, _ facts: FindingFacts) -> Finding {
    let file = facts.names[key.place.source].name
    let action = row.names.max { ($0.value, $1.key.index) < ($1.value, $0.key.index) }
    let runs = row.runs / row.actions
    return Finding(
      rule: Self.description.id, subject: "\(file):\(key.place.line)",
      summary: """
        The observer at \(file):\(key.place.line) runs \
        \(row.runs.isMultiple(of: row.actions) ? "" : "about ")\(Units.count(runs)) times for each of \
        \(Units.count(row.actions)) changes of \(facts.names[key.property].name)\
        \(action.map { ", mostly by \(facts.name($0.key))" } ?? ""): \(Units.count(row.runs, "run")).
        """,
      file: file, line: key.place.line, costNs: row.time, payer: .observers, certainty: .likely,
      advice: Self.description.correction,
      article: Self.description.command, command: facts.commandForObservers,
      evidence: facts.evidence(row.longest))
  }
}
