import TextTables

/// Child stores that are created again and again.
final class RecreatedStores: FindingRule {
  static let description = RuleDescription(
    id: "recreated-stores",
    title: "Child stores are created again and again",
    threshold: """
      50 child stores from one place that lived less than 100 ms, nine tenths of all from there
      """,
    reason: """
      A child store belongs to a screen or a row, which people look at for longer. A store that is \
      released at once was made for a single read, and is made again for the next.
      """,
    correction: """
      Keep the store of Store.scope(state:action:) for as long as its screen or row exists, and \
      scope by key paths, whose stores are found again.
      """)

  static let kinds: Set<Span.Kind> = [.store]

  static let least: UInt64 = 50
  static let leastPart = 0.9

  private final class Row {
    var count: UInt64 = 0
    var short: UInt64 = 0
  }

  private var rows = KeyedRows<StoreOrigin, Row> { Row() }
  private var isAnyRecorded = false

  func end(_ span: Span, _ time: ProgramTime) {
    isAnyRecorded = true
    guard span.store != 0, span.completeness == .whole || span.completeness == .stillOpen else {
      return
    }
    let row = rows[StoreOrigin(span)]
    row.count += 1
    if let duration = span.duration, duration < Experience.noticed { row.short += 1 }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard isAnyRecorded else {
      return .notApplicable("stores are not recorded: record with --all-stores")
    }
    return RuleConclusion(
      rows.all.compactMap { place, row in
        guard row.short >= Self.least, Double(row.short) >= Double(row.count) * Self.leastPart
        else { return nil }
        let (feature, file) = (facts.names[place.feature].name, facts.names[place.file].name)
        let isPlaced = !file.isEmpty
        return Finding(
          rule: Self.description.id, subject: feature,
          summary: """
            \(Units.count(row.short)) of \(Units.count(row.count)) child stores of \(feature)\
            \(isPlaced ? " from \(file):\(place.line)" : "") live less than 100 ms.
            """,
          file: isPlaced ? file : nil, line: isPlaced ? place.line : nil, payer: .stores,
          certainty: .likely,
          advice: Self.description.correction,
          article: Self.description.command, command: facts.command(.events, place.feature))
      })
  }
}
