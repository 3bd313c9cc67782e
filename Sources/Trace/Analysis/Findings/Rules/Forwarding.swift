import Durations
import TextTables

/// Chains of actions that only send the next action.
final class Forwarding: FindingRule {
  static let description = RuleDescription(
    id: "forwarding",
    title: "Actions only forward to one another",
    threshold: """
      100 actions that change nothing and only send the next one, in chains of at least three of \
      these, each sent by the one before; a tenth of all actions
      """,
    reason: """
      One action to a parent is a way to notify it. Three in a row are function calls that cost an \
      action each, and the state can change between them.
      """,
    correction: "Call a method of the reducer from both actions instead of Effect.send.")

  static let kinds: Set<Span.Kind> = [.action, .store]
  static let receivesPoints = true

  static let leastChain = 3
  static let least: UInt64 = 100
  static let leastPart = 0.1

  /// The actions in a row that have only forwarded.
  private struct Chain {
    var names: [NameID] = []
    var count = 0
    var time: Int64 = 0
    /// The first action as the outermost wrapper names it.
    var outer = NameID.empty
    /// The reducers' time of the last action.
    var last: Int64 = 0
    /// The time of the last action.
    var period = Int64.max...Int64.max

    /// Whether the last action, or one of its nested wrappers, has sent this one: no other action
    /// of a store begins meanwhile.
    func hasSent(_ span: Span) -> Bool {
      span.causes?.action.map { period.contains($0.start) } ?? false
    }

    mutating func add(_ span: Span, _ reducers: Int64) {
      if count == 0 { outer = span.name }
      period = span.start...max(span.end ?? span.start, span.start)
      if count < Forwarding.namesShown { names.append(span.sharedName) }
      count += 1
      time = time.addingClamped(reducers)
      last = reducers
    }

    mutating func removeLast() {
      count -= 1
      time -= last
      if count < names.count { names.removeLast() }
    }
  }

  /// The chains of one kind, and sums of these by their first names.
  private struct Chains {
    var open: [StoreKey: Chain] = [:]
    var rows: [[NameID]: Row] = [:]

    /// Adds an action to the chain of its store, or begins another one.
    mutating func add(_ span: Span, _ reducers: Int64) {
      let store = StoreKey(of: span)
      if let chain = open[store], !chain.hasSent(span) { close(store) }
      open[store, default: Chain()].add(span, reducers)
    }

    mutating func close(_ store: StoreKey) {
      guard !open.isEmpty, let chain = open.removeValue(forKey: store),
        chain.count >= Forwarding.leastChain,
        rows[chain.names] != nil || rows.count < Forwarding.rowLimit
      else { return }
      var row = rows[chain.names] ?? Row(outer: chain.outer)
      row.chains += 1
      row.actions += UInt64(chain.count)
      row.time = row.time.addingClamped(chain.time)
      rows[chain.names] = row
    }

    mutating func closeAll() {
      for store in Array(open.keys) { close(store) }
    }
  }

  private struct Row {
    var chains: UInt64 = 0
    var actions: UInt64 = 0
    var time: Int64 = 0
    var outer: NameID

    init(outer: NameID) { self.outer = outer }

    func isOften(_ facts: FindingFacts) -> Bool {
      actions >= Forwarding.least && part(facts) >= Forwarding.leastPart
    }

    func part(_ facts: FindingFacts) -> Double {
      Double(actions) / Double(max(facts.counts.actions, 1))
    }
  }

  private var isAnyKnown = false
  /// Chains of actions that are known to change nothing.
  private var decided = Chains()
  /// Chains in which the ends of actions do not say whether they have changed the state, and that
  /// have no difference.
  private var undecided = Chains()
  private var differences = StateDifferences()
  private static let namesShown = 3
  private static let rowLimit = 1000

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store { return close(StoreKey(span.id, of: span.process)) }
    guard span.isOutermost, span.end != nil else { return }
    let change = span.sharedChange
    if change != .unknown { isAnyKnown = true }
    let store = StoreKey(of: span)
    guard span.effectKind == .send, change == .no || change == .unknown else {
      return close(store)
    }
    undecided.add(span, time.reducers)
    if change == .no {
      differences.remove(store)
      decided.add(span, time.reducers)
    } else {
      differences.add(span)
      decided.close(store)
    }
  }

  func point(_ point: TracePoint, _ time: ProgramTime) {
    guard let store = differences.add(point) else { return }
    undecided.open[store]?.removeLast()
    close(store)
  }

  private func close(_ store: StoreKey) {
    differences.remove(store)
    decided.close(store)
    undecided.close(store)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard isAnyKnown || facts.counts.actions == 0 else {
      return .withoutStateChanges(facts.counts.actions >= Self.least)
    }
    decided.closeAll()
    undecided.closeAll()
    let prefixes = differences.prefixes(facts.names)
    var findings: [Finding] = []
    for (names, row) in decided.rows where row.isOften(facts) {
      findings.append(finding(names, row, .certain, facts))
    }
    var unknown: (name: NameID, count: UInt64)?
    for (names, row) in undecided.rows
    where row.isOften(facts) && decided.rows[names]?.isOften(facts) != true {
      if prefixes.contains(facts.names[row.outer].prefix) {
        findings.append(finding(names, row, .likely, facts))
      } else if unknown.map({ $0.name.index > names[0].index }) ?? true {
        unknown = (names[0], row.actions)
      }
    }
    if findings.isEmpty, let unknown {
      return .withoutStateChanges(of: facts.name(unknown.name), unknown.count)
    }
    return RuleConclusion(findings)
  }

  private func finding(
    _ names: [NameID], _ row: Row, _ certainty: Finding.Certainty, _ facts: FindingFacts
  ) -> Finding {
    let text = names.map(facts.name).joined(separator: " → ")
    return Finding(
      rule: Self.description.id, subject: facts.name(names[0]),
      summary: """
        \(Units.count(row.actions)) actions (\(Units.percent(row.part(facts))) of all) only send the \
        next one, in \(Units.count(row.chains, "chain")): \(text) → ….
        """,
      costNs: row.time, payer: .reducers, certainty: certainty,
      advice: Self.description.correction,
      article: Self.description.command, command: facts.command(.path, names[0]))
  }
}
