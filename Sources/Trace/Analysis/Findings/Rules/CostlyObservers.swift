import Durations
import TextTables

/// Observers that take a large part of the time.
final class CostlyObservers: FindingRule {
  static let description = RuleDescription(
    id: "costly-observers",
    title: "Observers take much of the time, and more than reducers",
    threshold: """
      20 % of the recording and 200 ms in observers, and more time than in reducers; each place with \
      a quarter of that time, unless long-on-main-actor or list-readers finds its calls
      """,
    reason: """
      Observers run between the actions, on the main actor. At 20 %, every fifth action finds the \
      main actor busy.
      """,
    correction: """
      Read only the properties that it shows, and give each part of the screen its own observer, \
      of a store that Store.scope(state:action:) returns.
      """)

  static let kinds: Set<Span.Kind> = [.observer]

  static let leastPart = 0.2
  static let leastTime: Int64 = 200_000_000
  static let leastPartOfAll = 0.25

  private final class Row {
    var count: UInt64 = 0
    var time: Int64 = 0
    var causes = ObserverCauses()
    var longest = SlowestSpans(limit: 3)
  }

  private var rows = KeyedRows<ObserverPlace, Row> { Row() }

  func end(_ span: Span, _ time: ProgramTime) {
    guard let duration = span.duration else { return }
    let row = rows[ObserverPlace(span)]
    row.count += 1
    row.time += time.exclusive
    row.causes.add(span)
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

  private func finding(_ place: ObserverPlace, _ row: Row, _ facts: FindingFacts) -> Finding {
    let file = facts.names[place.source].name
    let summary = """
      The observer at \(file):\(place.line) takes \(Units.percent(facts.share(row.time))) of the \
      time: \(Units.count(row.count, "run")) of \
      \(Units.duration(row.time / Int64(max(row.count, 1))))\
      \(row.count == 1 ? "" : " on average")\(row.causes.text(facts))
      """
    return Finding(
      rule: Self.description.id, subject: "\(file):\(place.line)", summary: summary + ".",
      file: file, line: place.line, costNs: row.time, payer: .observers, certainty: .certain,
      advice: Self.description.correction,
      article: Self.description.command, command: facts.commandForObservers,
      evidence: facts.evidence(row.longest))
  }
}
