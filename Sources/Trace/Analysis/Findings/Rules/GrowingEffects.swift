import TextTables

/// Effects that run on and become more for as long as the recording lasts.
final class GrowingEffects: FindingRule {
  static let description = RuleDescription(
    id: "growing-effects",
    title: "Effects accumulate",
    threshold: """
      10 effects of an action and a store run at the end, 80 % of the started ones, and some of \
      these began in each quarter of the recording
      """,
    reason: """
      A store has a few subscriptions and timers. Ten of the same action that go on, from all parts \
      of a recording, are ones that nothing ends, such as timers of closed screens.
      """,
    correction: """
      End them with the screen that they serve: Effect.cancellable(id:cancelInFlight:) and \
      Effect.cancel(id:), or Reducer.ifLet, which cancels the effects of a closed child.
      """)

  static let kinds: Set<Span.Kind> = [.effect, .store]
  static let judgesSelections = true

  static let leastRunning = 10
  static let leastPart = 0.8

  private final class Row {
    var ended: UInt64 = 0
    var starts: [Int64] = []
  }

  private var rows = StoreTable<NameID, Row>()

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store {
      // Effects that outlast their store are still counted, at the end of the recording.
      if span.end != nil { rows.remove(StoreKey(span.id, of: span.process)) }
      return
    }
    let store = StoreKey(of: span)
    let row = rows[store, span.name] ?? Row()
    rows.set(row, store, span.name)
    if span.completeness == .stillOpen || span.completeness == .announced && span.end == nil {
      row.starts.append(span.start)
    } else {
      row.ended += 1
    }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard let range = facts.summary.timeRange, facts.whole >= Experience.second else {
      return .notJudged("the recording is shorter than a second")
    }
    let quarter = max((range.upperBound - range.lowerBound) / 4, 1)
    return RuleConclusion(
      rows.all.compactMap { name, row in
        let part = Double(row.starts.count) / Double(UInt64(row.starts.count) + row.ended)
        let quarters = Set(row.starts.map { min(max($0 - range.lowerBound, 0) / quarter, 3) })
        guard row.starts.count >= Self.leastRunning, part >= Self.leastPart, quarters.count == 4
        else { return nil }
        return Finding(
          rule: Self.description.id, subject: facts.name(name),
          summary: """
            \(Units.count(UInt64(row.starts.count), "effect")) of \(facts.name(name)) run at the \
            end, more in each quarter of the recording; \
            \(row.ended == 0 ? "none has ended" : "\(Units.count(row.ended)) ended").
            """,
          payer: .effects, certainty: .likely,
          advice: Self.description.correction,
          article: Self.description.command, command: facts.command(.report, name))
      })
  }
}
