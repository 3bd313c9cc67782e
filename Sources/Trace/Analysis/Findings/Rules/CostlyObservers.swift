import Durations
import TextTables

/// Observers that take a large part of the time.
final class CostlyObservers: FindingRule {
  static let description = RuleDescription(
    id: "costly-observers",
    title: "Observers take much of the time, and more than reducers",
    threshold: """
      20 % of the recording and 200 ms in observers, and more time than in reducers; each place with \
      a quarter of that time
      """,
    reason: """
      Observers run between the actions, on the main actor. At 20 %, every fifth action finds the \
      main actor busy.
      """)

  static let kinds: Set<Span.Kind> = [.observer]

  static let leastPart = 0.2
  static let leastTime: Int64 = 200_000_000
  static let leastPartOfAll = 0.25

  private struct Place: Hashable {
    var source: NameID
    var line: UInt64
  }

  private final class Row {
    var count: UInt64 = 0
    var time: Int64 = 0
    var changes: [Change: UInt64] = [:]
    var longest = SlowestSpans(limit: 3)
  }

  private struct Change: Hashable {
    var property: NameID
    var action: NameID
  }

  private var rows = KeyedRows<Place, Row> { Row() }

  func end(_ span: Span, _ time: ProgramTime) {
    guard let duration = span.duration else { return }
    let row = rows[Place(source: span.source, line: span.line)]
    row.count += 1
    row.time += time.exclusive
    row.changes[
      Change(property: span.change.property, action: span.change.action), default: 0] += 1
    row.longest.add(span, duration)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.hasDebugEvents else { return .withoutDebugEvents }
    let all = rows.all.values.reduce(0) { $0 + $1.time }
    let reducers = facts.time.reduce(0) { $0 + $1.reducersNs }
    guard facts.share(all) >= Self.leastPart, all >= Self.leastTime, all > reducers else {
      return .notFound
    }
    return RuleConclusion(
      rows.all.compactMap { place, row in
        guard Double(row.time) >= Double(all) * Self.leastPartOfAll else { return nil }
        return finding(place, row, facts)
      })
  }

  private func finding(_ place: Place, _ row: Row, _ facts: FindingFacts) -> Finding {
    let file = facts.names[place.source].name
    let cause = row.changes.max {
      ($0.value, $1.key.property.index) < ($1.value, $0.key.property.index)
    }
    var summary = """
      The observer at \(file):\(place.line) takes \(Units.percent(facts.share(row.time))) of the \
      time: \(Units.count(row.count, "run")) of \
      \(Units.duration(row.time / Int64(max(row.count, 1)))) on average
      """
    if let cause, cause.key.property != .empty, cause.key.action != .empty {
      summary += """
        , \(Units.count(cause.value)) of them as \(facts.name(cause.key.action)) changed \
        \(facts.names[cause.key.property].name)
        """
    }
    return Finding(
      rule: Self.description.id, subject: "\(file):\(place.line)", summary: summary + ".",
      file: file, line: place.line, costNs: row.time, payer: .observers, certainty: .certain,
      advice: """
        Read only the properties that it shows, and give each part of the screen its own observer, \
        of a store that Store.scope(state:action:) returns.
        """,
      article: Self.description.article, command: facts.commandForObservers,
      evidence: facts.evidence(row.longest))
  }
}
