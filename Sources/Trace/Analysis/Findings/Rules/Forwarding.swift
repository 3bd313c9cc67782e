import Durations
import TextTables

/// Chains of actions that only send the next action.
final class Forwarding: FindingRule {
  static let description = RuleDescription(
    id: "forwarding",
    title: "Actions only forward to one another",
    threshold: """
      100 actions that change nothing and only send the next one, in chains of at least three of \
      these, a fifth of all actions
      """,
    reason: """
      One action to a parent is a way to notify it. Three in a row are function calls that cost an \
      action each, and the state can change between them.
      """)

  static let kinds: Set<Span.Kind> = [.action]

  static let leastChain = 3
  static let least: UInt64 = 100
  static let leastPart = 0.2

  /// The actions in a row that have only forwarded.
  private struct Chain {
    var names: [NameID] = []
    var count = 0
    var time: Int64 = 0
  }

  private var isAnyKnown = false
  private var chains: [StoreKey: Chain] = [:]
  /// The chains by their first names.
  private var rows: [[NameID]: (chains: UInt64, actions: UInt64, time: Int64)] = [:]
  private static let namesShown = 3
  private static let rowLimit = 1000

  func end(_ span: Span, _ time: ProgramTime) {
    guard span.isOutermost, span.end != nil else { return }
    if span.sharedChange != .unknown { isAnyKnown = true }
    let key = StoreKey(of: span)
    guard span.effectKind == .send, span.sharedChange == .no else {
      if !chains.isEmpty, let chain = chains.removeValue(forKey: key) { close(chain) }
      return
    }
    var chain = chains[key] ?? Chain()
    if chain.names.count < Self.namesShown { chain.names.append(span.sharedName) }
    chain.count += 1
    chain.time += time.reducers
    chains[key] = chain
  }

  private func close(_ chain: Chain) {
    guard chain.count >= Self.leastChain,
      rows[chain.names] != nil || rows.count < Self.rowLimit
    else { return }
    var row = rows[chain.names] ?? (0, 0, 0)
    row.chains += 1
    row.actions += UInt64(chain.count)
    row.time += chain.time
    rows[chain.names] = row
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard isAnyKnown || facts.counts.actions == 0 else { return .withoutStateChanges }
    for chain in chains.values { close(chain) }
    chains = [:]
    return RuleConclusion(
      rows.compactMap { names, row in
        let part = Double(row.actions) / Double(max(facts.counts.actions, 1))
        guard row.actions >= Self.least, part >= Self.leastPart else { return nil }
        let text = names.map(facts.name).joined(separator: " → ")
        return Finding(
          rule: Self.description.id, subject: facts.name(names[0]),
          summary: """
            \(Units.count(row.actions)) actions (\(Units.percent(part)) of all) only send the next \
            one, in \(Units.count(row.chains, "chain")): \(text) → ….
            """,
          costNs: row.time, payer: .reducers, certainty: .certain,
          advice: """
            Call a method of the reducer from both actions instead of Effect.send.
            """,
          article: Self.description.article, command: facts.command(.path, names[0]))
      })
  }
}
