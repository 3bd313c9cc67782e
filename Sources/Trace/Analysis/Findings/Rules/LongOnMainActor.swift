import Durations
import TextTables

/// A reducer, an observer or an interval that blocks the main actor beyond a frame.
///
/// An interval does so within a reducer or an observer, or if it is synchronous.
final class LongOnMainActor: FindingRule {
  static let description = RuleDescription(
    id: "long-on-main-actor",
    title: "A reducer, an observer or an interval blocks the main actor beyond a frame",
    threshold: """
      16 ms in at least 3 calls and in half of the calls, and 100 ms beyond frames together; 50 \
      ms in at least 3 calls and in a quarter of the calls; 100 ms in at least 3 calls and in a \
      tenth of the calls; or 250 ms in one call
      """,
    reason: """
      A frame of a display with 60 Hz lasts 16 ms, and people notice delays of 100 ms. On a busy \
      machine, some calls take several times as long as their work, but few of them take very \
      much longer.
      """,
    correction: """
      Compute in an effect, Effect.run, which does not run on the main actor, and send the \
      result. Let an observer read fewer properties.
      """)

  static let kinds: Set<Span.Kind> = [.action, .observer, .interval]
  static let judgesSelections = true

  static let leastCalls = 3
  /// Durations, and the parts of the calls that have to take so long.
  static let steps: [(duration: Int64, part: Double)] = [
    (Experience.frame, 0.5), (50_000_000, 0.25), (Experience.noticed, 0.1),
  ]
  static let longestCall: Int64 = 250_000_000

  private struct Key: Hashable {
    var kind: Span.Kind
    var name: NameID
    var source: NameID
    var line: UInt64
  }

  private final class Row {
    var count: UInt64 = 0
    /// The calls that take as long as each of the steps.
    var long = LongOnMainActor.steps.map { _ in UInt64(0) }
    /// Whether a long call is known to be on the main actor. A store can be identified after its
    /// first call.
    var isOnMainActor = false
    var total: Int64 = 0
    var excess: Int64 = 0
    var causes = ObserverCauses()
    var longest = SlowestSpans(limit: 3)

    /// Whether many of the calls are long.
    var isUsual: Bool {
      excess >= Experience.noticed
        && zip(LongOnMainActor.steps, long).contains { step, calls in
          calls >= LongOnMainActor.leastCalls && Double(calls) >= Double(count) * step.part
        }
    }
  }

  private var actions = NameRows { Row() }
  private var others: [Key: Row] = [:]

  func end(_ span: Span, _ time: ProgramTime) {
    guard let ended = time.ended, span.duration != nil,
      ended.placement == .call || ended.placement == .outside && time.use == .intervals
    else { return }
    let duration = ended.duration
    let row = row(of: span)
    row.count += 1
    // Of nested calls, the innermost that is long itself is the one to change.
    guard duration >= Experience.frame,
      ended.exclusive >= Experience.frame || ended.longestNested < Experience.frame
    else { return }
    let isMain =
      span.kind == .interval ? time.use == .intervals : time.figures.isOnMainActor(span)
    if isMain { row.isOnMainActor = true }
    for (index, step) in Self.steps.enumerated() where duration >= step.duration {
      row.long[index] += 1
    }
    row.total += duration
    row.excess += duration - Experience.frame
    if span.kind == .observer { row.causes.add(span) }
    row.longest.add(span, duration)
  }

  private func row(of span: Span) -> Row {
    if span.kind == .action { return actions[span.name] }
    let key = Key(kind: span.kind, name: span.name, source: span.source, line: span.line)
    if let row = others[key] { return row }
    let row = Row()
    others[key] = row
    return row
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    // Without a run loop, nothing may identify the main actor. Any store can be its own then.
    let isKnown = facts.time.contains { $0.isMainActorKnown }
    return RuleConclusion(
      (actions.all.map(\.row) + others.values).compactMap { row in
        guard row.isOnMainActor || !isKnown, let (longest, duration) = row.longest.all.first
        else { return nil }
        let isUsual = row.isUsual
        guard isUsual || duration >= Self.longestCall else { return nil }
        return finding(row, longest, duration, isUsual: isUsual, facts)
      })
  }

  private func finding(
    _ row: Row, _ longest: Span, _ duration: Int64, isUsual: Bool,
    _ facts: FindingFacts
  ) -> Finding {
    let name = longest.displayedName(facts.names)
    let subject = displayName(prefix: name.prefix, name: name.name)
    let (kind, payer): (String, Finding.Payer) =
      switch longest.kind {
      case .observer: ("observer at", .observers)
      case .interval: ("interval", .intervals)
      default: ("reducer of", .reducers)
      }
    let calls =
      row.long[0] == 1
      ? "once" : "\(Units.count(row.long[0])) times in \(Units.count(row.count)) calls"
    let times =
      row.long[0] == 1
      ? Units.duration(duration)
      : "\(Units.duration(row.total)) together, up to \(Units.duration(duration))"
    let actor = row.isOnMainActor ? "the main actor" : "its actor"
    return Finding(
      rule: Self.description.id, subject: subject,
      summary: """
        The \(kind) \(subject) blocks \(actor) beyond a frame, \(calls)\(row.causes.text(facts)): \
        \(times).
        """,
      file: longest.kind == .observer ? facts.names[longest.source].name : nil,
      line: longest.kind == .observer ? longest.line : nil, costNs: row.total, payer: payer,
      certainty: isUsual && row.isOnMainActor ? .certain : .likely,
      advice: longest.kind == .observer
        ? "Read fewer properties in the observer, or compute beforehand, in an effect: Effect.run."
        : row.isOnMainActor
          ? "Compute in an effect, which does not run on the main actor: Effect.run."
          : "Compute in an effect, so that other actions of the store do not wait: Effect.run.",
      article: Self.description.command,
      command: longest.kind == .observer
        ? facts.commandForObservers : facts.command(.report, longest.name),
      evidence: facts.evidence(row.longest))
  }
}
