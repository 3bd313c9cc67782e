import TextTables

/// Events that were lost, so that other rules may miss their mistakes.
final class LostEvents: FindingRule {
  static let description = RuleDescription(
    id: "lost-events",
    title: "Events were lost",
    threshold: "1 event",
    reason: "A lost event can be the one that shows a mistake.",
    correction: "Record with larger buffers, --subbuf-size, or let the program wait: --blocking.")

  static let kinds: Set<Span.Kind> = []
  static let judgesSelections = true

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    let losses = Report.Losses(facts.summary.losses)
    guard !losses.isEmpty else { return .notFound }
    return .found([
      Finding(
        rule: Self.description.id, subject: "the recording",
        summary: "The recording lacks \(losses.text), so that mistakes can be missing here.",
        payer: .recording, certainty: .certain,
        advice: Self.description.correction,
        article: Self.description.command, command: facts.command(.report))
    ])
  }
}
