import Durations
import TextTables

/// Actions that wait long in the queue of their store.
final class LongWaits: FindingRule {
  static let description = RuleDescription(
    id: "long-waits",
    title: "Actions wait long in the queue of their store",
    threshold: "100 ms, at least 3 times; waits at the same time count once",
    reason: "People notice a delay of 100 ms. A single one can be due to a busy machine.")

  static let kinds: Set<Span.Kind> = [.action, .store]

  static let least: UInt64 = 3

  private final class Row {
    var count: UInt64 = 0
    /// The number of periods in which at least one of them waited.
    var periods: UInt64 = 0
    /// The time in which at least one of them waited.
    var time: Int64 = 0
    var longest = SlowestSpans(limit: 3)
    /// The waiting actions, with their numbers.
    var waiting: [NameID: UInt64] = [:]
    /// The actions that ran immediately before, with their numbers.
    var before: [NameID: UInt64] = [:]
  }

  private final class Latest {
    /// The action that ended last.
    var name: NameID?
    /// The end of the last long wait.
    var waited = Int64.min
  }

  /// By feature.
  private var rows = NameRows { Row() }
  private var stores = KeyedRows<StoreKey, Latest> { Latest() }

  func begin(_ span: Span, _ time: ProgramTime) {
    guard span.kind == .action, span.isOutermost, let send = span.send, send.depth > 0 else {
      return
    }
    let wait = span.start.subtractingClamped(send.time)
    guard wait >= Experience.noticed else { return }
    let row = rows[span.feature]
    row.count += 1
    row.waiting[span.name, default: 0] += 1
    let latest = stores[StoreKey(of: span)]
    if let name = latest.name { row.before[name, default: 0] += 1 }
    // Actions begin in the order of their sends: waits overlap with the last one at most.
    let from = max(send.time, latest.waited)
    if from == send.time { row.periods += 1 }
    row.time = row.time.addingClamped(max(span.start - from, 0))
    latest.waited = span.start
    row.longest.add(span, wait)
  }

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store {
      stores.remove(StoreKey(span.id, of: span.process))
    } else if span.isOutermost {
      stores[StoreKey(of: span)].name = span.name
    }
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.counts.sends > 0 else { return .withoutDebugEvents }
    return RuleConclusion(
      rows.all.compactMap { feature, row in
        guard row.periods >= Self.least, let waiting = Self.mostFrequent(row.waiting) else {
          return nil
        }
        let name = facts.names[feature].name
        let behind = Self.mostFrequent(row.before).map { ", mostly behind \(facts.name($0))" } ?? ""
        return Finding(
          rule: Self.description.id, subject: facts.name(waiting),
          summary: """
            \(Units.count(row.count, "action")) of \(name.isEmpty ? "a store" : name), mostly \
            \(facts.name(waiting)), wait in its queue for 100 ms or more, \
            \(Units.count(row.periods)) times\(behind).
            """,
          costNs: row.time, payer: .waiting, certainty: .certain,
          advice: """
            Shorten the actions before: compute in an effect, Effect.run, which leaves the store to \
            other actions.
            """,
          article: Self.description.article, command: facts.command("path", waiting),
          evidence: facts.evidence(row.longest))
      })
  }

  private static func mostFrequent(_ counts: [NameID: UInt64]) -> NameID? {
    counts.max { ($0.value, $1.key.index) < ($1.value, $0.key.index) }?.key
  }
}
