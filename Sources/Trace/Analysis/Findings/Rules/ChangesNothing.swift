import Durations
import TextTables

/// Actions that change nothing and start nothing.
final class ChangesNothing: FindingRule {
  static let description = RuleDescription(
    id: "changes-nothing",
    title: "An action often changes nothing and starts no effect",
    threshold: """
      100 actions without a change and without an effect: half of the actions of this name, and a \
      tenth of all actions
      """,
    reason: """
      Each action costs a queue, a reducer and the comparison of states. Single actions without a \
      change, such as a second tap, are normal.
      """)

  static let kinds: Set<Span.Kind> = [.action]

  static let least: UInt64 = 100
  static let leastPart = 0.5
  static let leastPartOfAll = 0.1

  private final class Row {
    var count: UInt64 = 0
    var vain: UInt64 = 0
    var time: Int64 = 0
    var longest = SlowestSpans(limit: 3)
  }

  private var rows = NameRows { Row() }
  private var isAnyKnown = false

  func end(_ span: Span, _ time: ProgramTime) {
    guard span.isOutermost, span.end != nil else { return }
    if span.sharedChange != .unknown { isAnyKnown = true }
    let row = rows[span.sharedName]
    row.count += 1
    guard span.sharedChange == .no, span.effectKind == .none, let duration = span.duration else {
      return
    }
    row.vain += 1
    row.time += time.reducers
    row.longest.add(span, duration)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard isAnyKnown || facts.counts.actions == 0 else { return .withoutStateChanges }
    return RuleConclusion(
      rows.all.compactMap { name, row in
        guard row.vain >= Self.least, Double(row.vain) >= Double(row.count) * Self.leastPart,
          Double(row.vain) >= Double(facts.counts.actions) * Self.leastPartOfAll
        else { return nil }
        return Finding(
          rule: Self.description.id, subject: facts.name(name),
          summary: """
            \(facts.name(name)) changes nothing and starts no effect in \(Units.count(row.vain)) of \
            \(Units.count(row.count)) actions.
            """,
          costNs: row.time, payer: .reducers, certainty: .certain,
          advice: """
            Decide before the send: compare in the effect, and send only changes.
            """,
          article: Self.description.article, command: facts.command(.report, name),
          evidence: facts.evidence(row.longest))
      })
  }
}
