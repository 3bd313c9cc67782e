import Durations
import TextTables

/// Effects that are cancelled most of the time, so that their work is for nothing.
final class MostlyCancelled: FindingRule {
  static let description = RuleDescription(
    id: "mostly-cancelled",
    title: "Effects are often cancelled before they have sent an action",
    threshold: """
      10 effects of an action cancelled before they have sent one: half of its ended effects, and \
      100 ms together; other effects of the action finish
      """,
    reason: """
      If half of the attempts are discarded, the work starts too early. Timers and subscriptions \
      never finish, and end by being cancelled.
      """,
    correction: """
      Start the effect once no further action has come for a while: Effect.debounce(id:for:clock:).
      """)

  static let kinds: Set<Span.Kind> = [.effect]
  static let judgesSelections = true

  static let leastCancelled: UInt64 = 10
  static let leastPart = 0.5

  private final class Row {
    var ended: UInt64 = 0
    var finished: UInt64 = 0
    var cancelled: UInt64 = 0
    var time: Int64 = 0
    var longest = SlowestSpans(limit: 3)
  }

  private var rows = NameRows { Row() }

  func end(_ span: Span, _ time: ProgramTime) {
    guard span.end != nil else { return }
    let row = rows[span.name]
    row.ended += 1
    if span.outcome == .finished { row.finished += 1 }
    guard span.outcome == .cancelled, span.outputs == 0, let duration = span.duration else {
      return
    }
    row.cancelled += 1
    row.time = row.time.addingClamped(duration)
    row.longest.add(span, duration)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    RuleConclusion(
      rows.all.compactMap { name, row in
        let part = Double(row.cancelled) / Double(row.ended)
        guard row.cancelled >= Self.leastCancelled, part >= Self.leastPart, row.finished > 0,
          row.time >= Experience.noticed
        else { return nil }
        return Finding(
          rule: Self.description.id, subject: facts.name(name),
          summary: """
            \(facts.name(name)) starts \(Units.count(row.ended, "effect")), of which \
            \(Units.count(row.cancelled)) (\(Units.percent(part))) are cancelled before they send an \
            action: \(Units.duration(row.time)) of effects are for nothing.
            """,
          costNs: row.time, payer: .effects, certainty: .likely,
          advice: """
            Start them once \(facts.names[name].name) pauses: Effect.debounce(id:for:clock:).
            """,
          article: Self.description.command, command: facts.command(.report, name),
          evidence: facts.evidence(row.longest))
      })
  }
}
