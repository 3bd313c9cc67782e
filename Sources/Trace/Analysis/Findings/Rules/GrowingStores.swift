import TextTables

/// Stores that are made again and again, and kept although they have nothing to do.
final class GrowingStores: FindingRule {
  static let description = RuleDescription(
    id: "growing-stores",
    title: "Stores accumulate",
    threshold: """
      20 stores from one place, created over half of the recording without a pause of a quarter of \
      it: at the last creation, 80 % of them were kept, and 80 % of these had no action and no effect \
      for the second half of their time and for a second
      """,
    reason: """
      A program has a few stores, and a server one for each session or job. Stores that have nothing \
      to do, and become more for as long as the program runs, belong to sessions that have ended.
      """,
    correction: """
      Release the store at the end of its session or job: remove it from the collection that keeps it.
      """)

  static let kinds: Set<Span.Kind> = [.action, .effect, .store]

  static let least: UInt64 = 20
  static let leastPart = 0.8
  static let leastIdlePart = 0.5
  static let leastPeriod = 0.5
  static let longestPause = 0.25

  private final class Row {
    var created: UInt64 = 0
    var released: UInt64 = 0
    /// ``released`` at the time of the last creation.
    var releasedBefore: UInt64 = 0
    /// The stores that had nothing to do for long.
    var idle: UInt64 = 0
    var first: Int64 = 0
    var last: Int64 = 0
    var pause: Int64 = 0

    /// The starts of stores that are alive at the end of the recording, whose time is not known
    /// before.
    var kept: [(start: Int64, activity: Activity)] = []
  }

  private final class Activity {
    var last: Int64
    var effects = 0

    init(_ time: Int64) { last = time }

    /// Whether the store had nothing to do for half of its time.
    func isIdle(at end: Int64, since start: Int64) -> Bool {
      let idle = end.subtractingClamped(last)
      return effects == 0 && idle >= Experience.second
        && Double(idle) >= Double(end.subtractingClamped(start)) * GrowingStores.leastIdlePart
    }
  }

  private var rows = KeyedRows<StoreOrigin, Row> { Row() }
  private var open: [StoreKey: Activity] = [:]
  private var isAnyRecorded = false

  func begin(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .store where span.store == 0 && span.completeness != .announced:
      open[StoreKey(span.id, of: span.process)] = Activity(span.start)
      let row = rows[StoreOrigin(span)]
      if row.created == 0 {
        row.first = span.start
      } else {
        row.pause = max(row.pause, span.start.subtractingClamped(row.last))
      }
      row.created += 1
      row.last = span.start
      row.releasedBefore = row.released
    case .effect: open[StoreKey(of: span)]?.effects += 1
    default: break
    }
  }

  func end(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .action:
      if let end = span.end { open[StoreKey(of: span)]?.last = end }
    case .effect:
      guard let end = span.end, let activity = open[StoreKey(of: span)] else { return }
      activity.effects -= 1
      activity.last = end
    case .store:
      isAnyRecorded = true
      guard let activity = open.removeValue(forKey: StoreKey(span.id, of: span.process)) else {
        return
      }
      let row = rows[StoreOrigin(span)]
      guard let end = span.end else { return row.kept.append((span.start, activity)) }
      row.released += 1
      if activity.isIdle(at: end, since: span.start) { row.idle += 1 }
    default: break
    }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard isAnyRecorded else {
      return .notApplicable("stores are not recorded: record with --all-stores")
    }
    guard !facts.isPart else {
      return .notJudged(
        "actions are left out, without which all stores seem idle: judge without filters and samples"
      )
    }
    let end = facts.period?.upperBound ?? 0
    return RuleConclusion(
      rows.all.compactMap { place, row in
        let kept = row.created - row.releasedBefore
        let idle =
          row.idle + UInt64(row.kept.count { $0.activity.isIdle(at: end, since: $0.start) })
        guard kept >= Self.least, Double(kept) >= Double(row.created) * Self.leastPart,
          Double(idle) >= Double(kept) * Self.leastPart,
          facts.share(row.last - row.first) >= Self.leastPeriod,
          facts.share(row.pause) < Self.longestPause
        else { return nil }
        let (feature, file) = (facts.names[place.feature].name, facts.names[place.file].name)
        let isPlaced = !file.isEmpty
        return Finding(
          rule: Self.description.id, subject: feature,
          summary: """
            \(Units.count(row.created, "store")) of \(feature)\
            \(isPlaced ? " from \(file):\(place.line)" : "") are created, and \
            \(row.releasedBefore == 0 ? "none" : Units.count(row.releasedBefore)) released meanwhile; \
            \(Units.count(idle)) of them have nothing to do for half of their time or longer.
            """,
          file: isPlaced ? file : nil, line: isPlaced ? place.line : nil, payer: .stores,
          certainty: .likely,
          advice: Self.description.correction,
          article: Self.description.command, command: facts.command(.events, place.feature))
      })
  }
}
