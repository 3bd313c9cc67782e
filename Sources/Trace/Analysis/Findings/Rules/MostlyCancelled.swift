import Durations
import TextTables

/// Effects that are started anew before they have sent anything, so that their work is for nothing.
final class MostlyCancelled: FindingRule {
  static let description = RuleDescription(
    id: "mostly-cancelled",
    title: "Effects are often cancelled before they have sent an action",
    threshold: """
      10 effects of an action cancelled before they have sent one, as the same action came \
      again, and no other action of the store after it: half of its ended effects, and 100 ms \
      together; another effect of the action \
      finishes; and the effects are no timers
      """,
    reason: """
      If half of the attempts are discarded, the work starts too early. An effect that another \
      action cancels, such as a timer at its end, has done its work. A timer that each action \
      starts anew discards none: most of those that finish last equally long, to a hundredth, and \
      last a second, or send an action that starts the work.
      """,
    correction: """
      Start the effect once no further action has come for a while: \
      Effect.debounce(id:for:clock:).
      """)

  static let kinds: Set<Span.Kind> = [.action, .effect, .store]
  static let judgesSelections = true

  static let leastCancelled: UInt64 = 10
  static let leastPart = 0.5
  static let tolerance = 0.01
  /// People wait for requests of a constant duration, if it is shorter.
  static let longestRequest: Int64 = 1_000_000_000

  private final class Row {
    var ended: UInt64 = 0
    var cancelled: UInt64 = 0
    var time: Int64 = 0
    var longest = SlowestSpans(limit: 3)
    /// The first durations of effects that finished.
    var finished: [Int64] = []
    /// Whether an action of the effects has started an effect.
    var leadsOn = false

    /// Whether the effects wait for a time, and do nothing else.
    var isTimer: Bool {
      let sorted = finished.sorted()
      let median = sorted[sorted.count / 2]
      guard leadsOn || median >= MostlyCancelled.longestRequest else { return false }
      let distance = Int64(Double(median) * MostlyCancelled.tolerance)
      return sorted.count { abs($0 - median) <= distance } * 2 >= sorted.count
    }
  }

  private static let mostDurations = 256

  private var rows = NameRows { Row() }
  private struct Latest {
    var action: UInt64
    /// The action as the outermost wrapper has it.
    var outermost: UInt64
  }

  /// The latest action of each name in a store, and of any name as the empty one.
  private var latest = StoreTable<NameID, Latest>()

  func begin(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .action:
      let store = StoreKey(of: span)
      let outermost = span.isOutermost ? span.id : latest[store, .empty]?.outermost ?? span.id
      let action = Latest(action: span.id, outermost: outermost)
      latest.set(action, store, span.name)
      latest.set(action, store, .empty)
    case .effect:
      if let sender = span.causes?.previous?.effect { rows[sender.name].leadsOn = true }
    default: break
    }
  }

  func end(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .store: latest.remove(StoreKey(span.id, of: span.process))
    case .effect where span.end != nil: add(span, time.stacks.selected(span) ?? 0)
    default: break
    }
  }

  /// - Parameter selected: Its time within the selected period.
  private func add(_ effect: Span, _ selected: Int64) {
    let row = rows[effect.name]
    row.ended += 1
    guard let duration = effect.duration else { return }
    if effect.outcome == .finished, row.finished.count < Self.mostDurations {
      row.finished.append(duration)
    }
    let store = StoreKey(of: effect)
    // Another action after it may have cancelled the effect, such as the end of a row.
    guard effect.outcome == .cancelled, effect.outputs == 0,
      let last = latest[store, effect.name], last.action != effect.cause,
      last.outermost == latest[store, .empty]?.outermost
    else { return }
    row.cancelled += 1
    row.time = row.time.addingClamped(selected)
    row.longest.add(effect, duration)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    RuleConclusion(
      rows.all.compactMap { name, row in
        let part = Double(row.cancelled) / Double(row.ended)
        guard row.cancelled >= Self.leastCancelled, part >= Self.leastPart,
          !row.finished.isEmpty, !row.isTimer, row.time >= Experience.noticed
        else { return nil }
        return Finding(
          rule: Self.description.id, subject: facts.name(name),
          summary: """
            \(facts.name(name)) starts \(Units.count(row.ended, "effect")), of which \
            \(Units.count(row.cancelled)) (\(Units.percent(part))) are cancelled before they send an \
            action, as it comes again: \(Units.duration(row.time)) of effects are for nothing.
            """,
          costNs: row.time, payer: .effects, certainty: .likely,
          advice: """
            Start them once \(facts.names[name].name) pauses: Effect.debounce(id:for:clock:).
            """,
          article: Self.description.command, command: facts.command(.report, name),
          evidence: facts.evidence(row.longest))
      })
  }
}
