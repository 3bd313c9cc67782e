import Durations
import TextTables

/// Actions that are sent many times in one turn of their actor.
final class RepeatedInTurn: FindingRule {
  static let description = RuleDescription(
    id: "repeated-in-turn",
    title: "The same action is sent many times within one turn",
    threshold: """
      10 actions of a name and a cause that follow each other within a millisecond, in 10 such \
      turns, together a tenth of all actions
      """,
    reason: """
      Nothing is shown between the actions of a turn. One action with all values costs one queue, \
      one reducer and one comparison of states. A single loop, such as one that fills a list, is \
      normal. A busy machine interrupts loops, at any place: two turns of one cause count if 100 \
      ms lie between them, or if they are equally long.
      """,
    correction: "Send one action with all values, and let its reducer loop over them.")

  static let kinds: Set<Span.Kind> = [.action, .store]

  static let leastInTurn: UInt64 = 10
  static let leastTurns: UInt64 = 10
  static let leastPart = 0.1
  /// Longer pauses are turns of the actor, or time for others.
  static let longestPause: Int64 = 1_000_000
  /// A loop that a busy machine interrupts for a shorter time is one turn.
  static let leastDistance = Experience.noticed

  private struct Repetition {
    var count: UInt64 = 0
    var time: Int64 = 0
  }

  private final class Turn {
    var start: Int64 = 0
    var end = Int64.min
    /// The id of the action that led to the actions, 0 for actions from outside.
    var cause: UInt64 = 0
    var names: [NameID: Repetition] = [:]
    /// The latest turn in which an action was repeated.
    var latest: [NameID: (cause: UInt64, end: Int64, count: UInt64)] = [:]
  }

  private final class Row {
    var turns: UInt64 = 0
    var actions: UInt64 = 0
    /// The time of all but the first of each turn.
    var time: Int64 = 0
  }

  private var turns = KeyedRows<StoreKey, Turn> { Turn() }
  private var rows = NameRows { Row() }

  func end(_ span: Span, _ time: ProgramTime) {
    if span.kind == .store {
      if let turn = turns.remove(StoreKey(span.id, of: span.process)) { close(turn) }
      return
    }
    guard span.isOutermost, let end = span.end, span.duration != nil else { return }
    let turn = turns[StoreKey(of: span)]
    // Others send at the same time, and wait for each other.
    if let send = span.send, send.waited > 0, send.requested < turn.end {
      turn.end = end
      return
    }
    let cause = span.causes?.action?.id ?? 0
    if cause != turn.cause || span.start.subtractingClamped(turn.end) > Self.longestPause {
      close(turn)
      turn.start = span.start
      turn.cause = cause
    }
    turn.end = end
    var repetition = turn.names[span.sharedName] ?? Repetition()
    repetition.count += 1
    if repetition.count > 1 { repetition.time = repetition.time.addingClamped(time.reducers) }
    turn.names[span.sharedName] = repetition
  }

  private func close(_ turn: Turn) {
    for (name, repetition) in turn.names where repetition.count >= Self.leastInTurn {
      let row = rows[name]
      let latest = turn.latest.updateValue(
        (turn.cause, turn.end, repetition.count), forKey: name)
      let isOther = latest.map {
        $0.cause != turn.cause || $0.count == repetition.count
          || turn.start.subtractingClamped($0.end) >= Self.leastDistance
      }
      if isOther ?? true { row.turns += 1 }
      row.actions += repetition.count
      row.time = row.time.addingClamped(repetition.time)
    }
    turn.names.removeAll(keepingCapacity: true)
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    for turn in turns.all.values { close(turn) }
    return RuleConclusion(
      rows.all.compactMap { name, row in
        guard row.turns >= Self.leastTurns,
          Double(row.actions) >= Double(facts.counts.actions) * Self.leastPart
        else { return nil }
        return Finding(
          rule: Self.description.id, subject: facts.name(name),
          summary: """
            \(facts.name(name)) is sent \(Units.count(row.actions)) times in \
            \(Units.count(row.turns, "turn")), \(row.actions.isMultiple(of: row.turns) ? "" : "about ")\
            \(Units.count(row.actions / row.turns)) times in each.
            """,
          costNs: row.time, payer: .reducers, certainty: .certain,
          advice: Self.description.correction,
          article: Self.description.command, command: facts.command(.events, name))
      })
  }
}
