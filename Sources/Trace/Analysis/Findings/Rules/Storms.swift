import Durations
import TextTables

/// Effects that send an action more often than a screen can show.
final class Storms: FindingRule {
  static let description = RuleDescription(
    id: "storm",
    title: "An effect sends an action more often than a screen can show",
    threshold: """
      75 actions in each of 3 seconds, and one in half of the frames of each, sent by effects of one \
      action to a store with observers
      """,
    reason: """
      A display shows 60 frames a second. Whatever changes more often is computed for nothing. A \
      timer of a frame, 16 ms, comes 63 times a second, and more often after a delay. A burst of \
      less than three seconds can be a list that is loaded. Actions in fewer frames come in \
      turns, and an observer runs once for each turn: see repeated-in-turn.
      """,
    correction: """
      Collect the values in the effect, and send them once a frame, or let \
      Effect.throttle(id:for:clock:latest:) drop the others.
      """)

  static let kinds: Set<Span.Kind> = [.action, .observer, .store]

  /// A quarter more than a display shows: programs that send once a frame are correct.
  static let leastPerSecond = Experience.framesPerSecond * 5 / 4
  static let leastSeconds = 3
  static let leastFrames = Experience.framesPerSecond / 2

  private struct Key: Hashable {
    var effect: NameID
    var action: NameID
  }

  private final class Row {
    var second: Int64 = .min
    /// The number of actions in ``second``.
    var count: UInt64 = 0
    /// The latest frame of ``second`` with an action, and the number of such frames.
    var frame: UInt64 = .max
    var frames: UInt64 = 0
    var seconds = 0
    var most: UInt64 = 0
    var time: Int64 = 0
    var name = NameID.empty

    func add(_ start: Int64) {
      let second = start / Experience.second
      if second != self.second {
        close()
        self.second = second
      }
      count += 1
      let part = UInt64(clamping: start - second * Experience.second)
      let frame = part * Experience.framesPerSecond / UInt64(Experience.second)
      if frame != self.frame {
        self.frame = frame
        frames += 1
      }
    }

    func close() {
      if count >= Storms.leastPerSecond, frames >= Storms.leastFrames {
        seconds += 1
        most = max(most, count)
      }
      (count, frames, frame) = (0, 0, .max)
    }
  }

  private var rows = StoreTable<Key, Row>()
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
    row.add(span.start)
  }

  func end(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .action where span.isOutermost:
      guard let row = row(of: span) else { return }
      row.time += time.reducers
      row.name = span.sharedName
    case .store where span.end != nil:
      let store = StoreKey(span.id, of: span.process)
      if !observed.contains(store) { rows.remove(store) }
    default: break
    }
  }

  private func row(of span: Span) -> Row? {
    guard let effect = span.causes?.effect.name else { return nil }
    let store = StoreKey(of: span)
    let key = Key(effect: effect, action: span.name)
    if let row = rows[store, key] { return row }
    let row = Row()
    rows.set(row, store, key)
    return row
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    guard facts.hasDebugEvents else { return .withoutDebugEvents }
    return RuleConclusion(
      observed.flatMap { rows.all(of: $0) }.compactMap { key, row in
        row.close()
        guard row.seconds >= Self.leastSeconds else { return nil }
        let action = row.name == .empty ? key.action : row.name
        return Finding(
          rule: Self.description.id, subject: facts.name(action),
          summary: """
            The effect of \(facts.name(key.effect)) sends \(facts.name(action)) up to \
            \(Units.count(row.most)) times a second, for \(Units.count(UInt64(row.seconds))) seconds; a \
            display shows \(Experience.framesPerSecond) frames a second.
            """,
          costNs: row.time, payer: .reducers, certainty: .certain,
          advice: Self.description.correction,
          article: Self.description.command, command: facts.command(.events, action))
      })
  }
}
