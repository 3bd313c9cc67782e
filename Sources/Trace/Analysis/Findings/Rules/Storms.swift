import Durations
import TextTables

/// Effects that send an action more often than a screen can show.
final class Storms: FindingRule {
  static let description = RuleDescription(
    id: "storm",
    title: "An effect sends an action more often than a screen can show",
    threshold: """
      60 actions in each of 3 seconds, sent by effects of one action to a store with observers
      """,
    reason: """
      A display shows 60 frames a second. Whatever changes more often is computed for nothing. A \
      burst of less than three seconds can be a list that is loaded.
      """)

  static let kinds: Set<Span.Kind> = [.action, .observer, .store]

  static let leastSeconds = 3

  private struct Key: Hashable {
    var effect: NameID
    var action: NameID
  }

  private final class Row {
    var second: Int64 = .min
    /// The number of actions in ``second``.
    var count: UInt64 = 0
    var seconds = 0
    var most: UInt64 = 0
    /// The number of actions, in the seconds with too many.
    var total: UInt64 = 0
    var time: Int64 = 0

    func close() {
      if count >= Experience.framesPerSecond {
        seconds += 1
        total += count
        most = max(most, count)
      }
      count = 0
    }
  }

  private var stores: [StoreKey: [Key: Row]] = [:]
  private var observed: Set<StoreKey> = []
  private var latestObserved: StoreKey?

  func begin(_ span: Span, _ time: ProgramTime) {
    if span.kind == .observer {
      let store = StoreKey(of: span)
      if store != latestObserved {
        observed.insert(store)
        latestObserved = store
      }
      return
    }
    guard span.kind == .action, span.isOutermost, let row = row(of: span) else { return }
    let second = span.start / Experience.second
    if second != row.second {
      row.close()
      row.second = second
    }
    row.count += 1
  }

  func end(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .action where span.isOutermost: row(of: span)?.time += time.reducers
    case .store where span.end != nil:
      let store = StoreKey(span.id, of: span.process)
      if !observed.contains(store) { stores[store] = nil }
    default: break
    }
  }

  private func row(of span: Span) -> Row? {
    guard let effect = span.causes?.effect.name else { return nil }
    let store = StoreKey(of: span)
    let key = Key(effect: effect, action: span.name)
    if let row = stores[store]?[key] { return row }
    let row = Row()
    stores[store, default: [:]][key] = row
    return row
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.hasDebugEvents else { return .withoutDebugEvents }
    return RuleConclusion(
      observed.flatMap { Array(stores[$0] ?? [:]) }.compactMap { key, row in
        row.close()
        guard row.seconds >= Self.leastSeconds else { return nil }
        return Finding(
          rule: Self.description.id, subject: facts.name(key.action),
          summary: """
            The effect of \(facts.name(key.effect)) sends \(facts.name(key.action)) up to \
            \(Units.count(row.most)) times a second, for \(Units.count(UInt64(row.seconds))) seconds.
            """,
          costNs: row.time, payer: .reducers, certainty: .certain,
          advice: """
            Collect the values in the effect, and send them once a frame, or let Effect.throttle(id:\
            for:clock:latest:) drop the others.
            """,
          article: Self.description.article, command: facts.command(.events, key.action))
      })
  }
}
