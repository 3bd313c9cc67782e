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
      """,
    correction: "Decide before the send: compare in the effect, and send only changes.")

  static let kinds: Set<Span.Kind> = [.action, .store]
  static let receivesPoints = true

  static let least: UInt64 = 100
  static let leastPart = 0.5
  static let leastPartOfAll = 0.1

  private final class Row {
    var count: UInt64 = 0
    var vain = Actions()
    /// Actions without an effect whose end does not say whether they have changed the state, and
    /// that have no difference.
    var undecided = Actions()
    /// The action as the outermost wrapper names it.
    var outer = NameID.empty
  }

  private struct Actions {
    var count: UInt64 = 0
    var time: Int64 = 0
    var longest = SlowestSpans(limit: 3)

    mutating func add(_ span: Span, _ reducers: Int64) {
      count += 1
      time = time.addingClamped(reducers)
      longest.add(span, span.duration ?? 0)
    }
  }

  private var rows = NameRows { Row() }
  private var isAnyKnown = false
  private var differences = StateDifferences()
  /// The undecided action of each store that ended last.
  private var latest: [StoreKey: (span: Span, reducers: Int64)] = [:]

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store { return decide(StoreKey(span.id, of: span.process)) }
    guard span.isOutermost, span.end != nil else { return }
    let store = StoreKey(of: span)
    decide(store)
    if span.sharedChange != .unknown { isAnyKnown = true }
    let row = rows[span.sharedName]
    row.count += 1
    guard span.effectKind == .none, span.duration != nil else { return }
    switch span.sharedChange {
    case .no: row.vain.add(span, time.reducers)
    case .unknown:
      row.outer = span.name
      latest[store] = (span, time.reducers)
      differences.add(span)
    default: break
    }
  }

  func point(_ point: TracePoint, _ time: ProgramTime) {
    if let store = differences.add(point) { latest[store] = nil }
  }

  /// Counts the last action of a store, which no difference has followed.
  private func decide(_ store: StoreKey) {
    differences.remove(store)
    guard let (span, reducers) = latest.removeValue(forKey: store) else { return }
    rows[span.sharedName].undecided.add(span, reducers)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard isAnyKnown || facts.counts.actions == 0 else {
      return .withoutStateChanges(facts.counts.actions >= Self.least)
    }
    for store in Array(latest.keys) { decide(store) }
    let prefixes = differences.prefixes(facts.names)
    var findings: [Finding] = []
    var unknown: (name: NameID, count: UInt64)?
    for (name, row) in rows.all {
      var vain = row.vain
      if row.undecided.count > 0, prefixes.contains(facts.names[row.outer].prefix) {
        vain.count += row.undecided.count
        vain.time = vain.time.addingClamped(row.undecided.time)
        for span in row.undecided.longest.spans { vain.longest.add(span, span.duration ?? 0) }
      } else if isOften(vain.count + row.undecided.count, of: row, facts) {
        unknown = unknown ?? (name, row.undecided.count)
      }
      guard isOften(vain.count, of: row, facts) else { continue }
      let isDecided = vain.count == row.vain.count
      findings.append(finding(name, vain, of: row.count, isDecided ? .certain : .likely, facts))
    }
    if findings.isEmpty, let unknown {
      return .withoutStateChanges(of: facts.name(unknown.name), unknown.count)
    }
    return RuleConclusion(findings)
  }

  private func isOften(_ vain: UInt64, of row: Row, _ facts: FindingFacts) -> Bool {
    vain >= Self.least && Double(vain) >= Double(row.count) * Self.leastPart
      && Double(vain) >= Double(facts.counts.actions) * Self.leastPartOfAll
  }

  private func finding(
    _ name: NameID, _ vain: Actions, of count: UInt64, _ certainty: Finding.Certainty,
    _ facts: FindingFacts
  ) -> Finding {
    Finding(
      rule: Self.description.id, subject: facts.name(name),
      summary: """
        \(facts.name(name)) changes nothing and starts no effect in \(Units.count(vain.count)) of \
        \(Units.count(count)) actions.
        """,
      costNs: vain.time, payer: .reducers, certainty: certainty,
      advice: Self.description.correction,
      article: Self.description.command, command: facts.command(.report, name),
      evidence: facts.evidence(vain.longest))
  }
}
