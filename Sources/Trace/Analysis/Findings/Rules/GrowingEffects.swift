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
  /// The numbers of effects that run, by store.
  private var running: [StoreKey: Int] = [:]
  /// The released stores whose effects run on.
  private var released: Set<StoreKey> = []

  /// The number of stores with rows.
  var rowCount: Int { rows.storeCount }

  func begin(_ span: Span, _ time: ProgramTime) {
    if span.kind == .effect { running[StoreKey(of: span), default: 0] += 1 }
  }

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store {
      guard span.end != nil else { return }
      let store = StoreKey(span.id, of: span.process)
      rows.remove(store)
      if running[store] != nil { released.insert(store) }
      return
    }
    let store = StoreKey(of: span)
    let isRunning =
      span.completeness == .stillOpen || span.completeness == .announced && span.end == nil
    let isOfReleased = released.contains(store)
    let others = (running[store] ?? 1) - 1
    running[store] = others > 0 ? others : nil
    if others <= 0 { released.remove(store) }
    // The release of a store ends its effects; one that runs on at the end was not ended.
    if isOfReleased, !isRunning { return }
    let row = rows[store, span.name] ?? Row()
    rows.set(row, store, span.name)
    if isRunning { row.starts.append(span.start) } else { row.ended += 1 }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard let range = facts.period, facts.whole >= Experience.second else {
      return .notApplicable("the recording is shorter than a second")
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
