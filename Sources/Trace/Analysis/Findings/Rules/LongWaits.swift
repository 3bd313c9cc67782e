import Durations
import TextTables

/// Actions that wait long in the queue of their store, or for its actor.
final class LongWaits: FindingRule {
  static let description = RuleDescription(
    id: "long-waits",
    title: "Actions wait long in the queue of their store, or for its actor",
    threshold: """
      3 waits of 100 ms that do not overlap; or, for an actor, waits behind other actions of the \
      store that fill half of the time, add up to 500 ms, and last 3 times as long as an action
      """,
    reason: """
      People notice a delay of 100 ms. A single one can be due to a busy machine. Several senders \
      that share an actor for half of the time wait for each other instead of running side by side.
      """,
    correction: """
      Shorten the actions before: compute in an effect, Effect.run, which leaves the store to other \
      actions. Give independent senders a StoreActor each.
      """)

  static let kinds: Set<Span.Kind> = [.action, .store]

  static let least: UInt64 = 3
  static let leastPart = 0.5
  static let leastCrowd: Int64 = 500_000_000
  static let leastRatio: Int64 = 3

  private final class Row {
    /// Waits that people notice.
    var noticed = Waits()
    /// Waits for the actor, behind other actions.
    var behind = Waits()
    /// The longest time in which an action of one store waited for its actor.
    var crowd: Int64 = 0
    var actions: UInt64 = 0
    var actionTime: Int64 = 0
  }

  private struct Waits {
    var count: UInt64 = 0
    /// The waits for an actor among these.
    var ofActor: UInt64 = 0
    /// The time in which at least one action waited.
    var covered = CoveredTime()
    /// The time of all waits.
    var total: Int64 = 0
    var longest = SlowestSpans(limit: 3)
    /// The waiting actions, with their numbers.
    var waiting: [NameID: UInt64] = [:]
    /// The actions that ran immediately before, with their numbers.
    var before: [NameID: UInt64] = [:]

    /// Adds the wait of an action that has ended.
    mutating func add(_ span: Span, _ wait: Int64, after name: NameID?) {
      count += 1
      if span.send?.depth == 0 { ofActor += 1 }
      total = total.addingClamped(wait)
      waiting[span.sharedName, default: 0] += 1
      if let name { before[name, default: 0] += 1 }
      longest.add(span, wait)
    }
  }

  private final class Latest {
    /// The action that ended last.
    var name: NameID?
    var end = Int64.min
    /// The time in which an action waited for the actor.
    var crowd = CoveredTime()

    /// The wait of an action behind others; `nil` without one.
    func wait(of span: Span) -> (time: Int64, isCrowded: Bool)? {
      guard span.isQueued, let send = span.send, let time = span.waitingTime else { return nil }
      // Without an action before it, the machine was late.
      let isBehind = end > send.requested
      guard send.depth > 0 || isBehind else { return nil }
      return (time, send.waited > 0 && isBehind)
    }
  }

  /// By feature.
  private var rows = NameRows { Row() }
  private var stores = KeyedRows<StoreKey, Latest> { Latest() }

  /// Covers the time of a wait: the begins of all stores come in the order in which waits end.
  func begin(_ span: Span, _ time: ProgramTime) {
    guard span.kind == .action, span.isOutermost else { return }
    let latest = stores[StoreKey(of: span)]
    guard let wait = latest.wait(of: span) else { return }
    let row = rows[span.feature]
    let start = max(span.start.subtractingClamped(wait.time), time.stacks.period.lowerBound)
    if wait.isCrowded {
      row.behind.covered.add(from: start, to: span.start)
      latest.crowd.add(from: start, to: span.start)
      row.crowd = max(row.crowd, latest.crowd.time)
    }
    if wait.time >= Experience.noticed { row.noticed.covered.add(from: start, to: span.start) }
  }

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store {
      stores.remove(StoreKey(span.id, of: span.process))
      return
    }
    guard span.isOutermost, let end = span.end else { return }
    let latest = stores[StoreKey(of: span)]
    let row = rows[span.feature]
    if let wait = latest.wait(of: span) {
      if wait.isCrowded { row.behind.add(span, wait.time, after: latest.name) }
      if wait.time >= Experience.noticed { row.noticed.add(span, wait.time, after: latest.name) }
    }
    row.actions += 1
    row.actionTime = row.actionTime.addingClamped(span.duration ?? 0)
    latest.name = span.sharedName
    latest.end = end
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.recorded.sends > 0 else { return .withoutDebugEvents }
    return RuleConclusion(
      rows.all.compactMap { feature, row in
        let name = facts.names[feature].name
        let store = name.isEmpty ? "a store" : name
        if row.noticed.covered.separate >= Self.least { return noticed(row, store, facts) }
        return isCrowded(row, facts) ? crowded(row, store, facts) : nil
      })
  }

  private func isCrowded(_ row: Row, _ facts: FindingFacts) -> Bool {
    guard row.behind.count > 0, row.actions > 0 else { return false }
    let mean = row.behind.total / Int64(clamping: row.behind.count)
    let action = row.actionTime / Int64(clamping: row.actions)
    return row.behind.covered.separate >= Self.least && row.crowd >= Self.leastCrowd
      && facts.share(row.crowd) >= Self.leastPart && mean >= action * Self.leastRatio
  }

  private func noticed(_ row: Row, _ store: String, _ facts: FindingFacts) -> Finding? {
    let waits = row.noticed
    let isOfActor = waits.ofActor * 2 > waits.count
    return finding(
      waits, facts, cost: waits.covered.time, isOfActor: isOfActor,
      summary: { waiting, behind in
        """
        \(Units.count(waits.count, "action")) of \(store), mostly \(waiting), wait \
        \(isOfActor ? "for its actor" : "in its queue") for 100 ms or more, in \
        \(Units.count(waits.covered.separate, "separate period"))\(behind).
        """
      })
  }

  private func crowded(_ row: Row, _ store: String, _ facts: FindingFacts) -> Finding? {
    let waits = row.behind
    let mean = waits.total / Int64(clamping: waits.count)
    let action = row.actionTime / Int64(clamping: row.actions)
    return finding(
      waits, facts, cost: row.crowd, isOfActor: true,
      summary: { waiting, behind in
        """
        \(Units.count(waits.count, "action")) of \(store), mostly \(waiting), wait for its actor, \
        \(Units.duration(mean)) on average, while an action takes \(Units.duration(action))\(behind).
        """
      })
  }

  private func finding(
    _ waits: Waits, _ facts: FindingFacts, cost: Int64, isOfActor: Bool,
    summary: (_ waiting: String, _ behind: String) -> String
  ) -> Finding? {
    guard let waiting = Self.mostFrequent(waits.waiting) else { return nil }
    let behind = Self.mostFrequent(waits.before).map { ", mostly behind \(facts.name($0))" } ?? ""
    return Finding(
      rule: Self.description.id, subject: facts.name(waiting),
      summary: summary(facts.name(waiting), behind),
      costNs: cost, payer: .waiting, certainty: .certain,
      advice: isOfActor
        ? """
        Give independent senders a StoreActor each, which run side by side, or shorten the actions: \
        compute in an effect, Effect.run, off the actor.
        """
        : """
        Shorten the actions before: compute in an effect, Effect.run, which leaves the store to \
        other actions.
        """,
      article: Self.description.command, command: facts.command(.path, waiting),
      evidence: facts.evidence(waits: waits.longest))
  }

  private static func mostFrequent(_ counts: [NameID: UInt64]) -> NameID? {
    counts.max { ($0.value, $1.key.index) < ($1.value, $0.key.index) }?.key
  }
}
