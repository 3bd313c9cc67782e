import Durations
import TextTables

/// Timers whose actions come late, as the main actor is busy.
final class LateTimers: FindingRule {
  static let description = RuleDescription(
    id: "late-timers",
    title: "A timer comes late, as its actor is busy",
    threshold: """
      100 ms late, at least 3 times that do not overlap, half of which its actor spends in actions \
      and observers. A timer is an effect whose first 16 actions of a name come at equal \
      intervals, half of them within a \
      tenth of their median, which is the period
      """,
    reason: """
      People notice a delay of 100 ms. A single one, or one without any work of the actor, can be due \
      to a busy machine.
      """,
    correction: """
      Shorten the work that runs meanwhile: compute in an effect, Effect.run, off the main actor, \
      or divide it among several turns.
      """)

  static let kinds: Set<Span.Kind> = [.action, .effect, .observer]

  static let least: UInt64 = 3
  static let leastPart = 0.5
  static let learned = 16
  static let tolerance = 0.1

  private struct EffectKey: Hashable {
    var process: ProcessIndex
    var effect: UInt64
    var action: NameID
  }

  private final class Timer {
    var last: Int64
    /// The first intervals, until the period is known.
    var intervals: [Int64] = []
    /// The actions after these that can be late, to be judged once the period is known.
    var undecided: [(span: Span, interval: Int64, work: Meanwhile)] = []
    /// `nil` until it is known, 0 if the actions are not regular.
    var period: Int64?

    init(_ time: Int64) { last = time }

    /// The median, if half of the intervals are close to it; otherwise 0.
    func learn() {
      let sorted = intervals.sorted()
      let median = sorted[sorted.count / 2]
      let distance = Int64(Double(median) * LateTimers.tolerance)
      let close = sorted.count { abs($0 - median) <= distance }
      period = close * 2 >= sorted.count ? median : 0
      intervals = []
    }
  }

  private struct Key: Hashable {
    var effect: NameID
    var action: NameID
  }

  private final class Row {
    /// The action as the innermost wrapper names it.
    var name = NameID.empty
    var period: Int64 = 0
    var ticks: UInt64 = 0
    var late: UInt64 = 0
    /// The times in which at least one action was late.
    var lateness = CoveredTime()
    var longest: Int64 = 0
    var causes: [CriticalPath.Subject: Int64] = [:]
    var spans = SlowestSpans(limit: 3)

    /// Counts an action that is late, if its actor was busy.
    func add(_ span: Span, late time: Int64, busy: Int64, with subject: CriticalPath.Subject?) {
      guard time >= Experience.noticed, let subject,
        Double(busy) >= Double(time) * LateTimers.leastPart
      else { return }
      late += 1
      lateness.add(from: span.start.subtractingClamped(time), to: span.start)
      longest = max(longest, time)
      causes[subject, default: 0] += busy
      spans.add(span, time)
    }
  }

  private var timers: [EffectKey: Timer] = [:]
  private var effects: [EffectKey: [NameID]] = [:]
  private var rows: [Key: Row] = [:]
  private var latestWork = LatestWork()

  /// The number of effects that may be timers, with their actions.
  var timerCount: Int { timers.count + effects.count }

  func begin(_ span: Span, _ time: ProgramTime) {
    guard span.kind == .action, span.isOutermost, span.cause != 0,
      let effect = span.causes?.effect
    else { return }
    let key = EffectKey(process: span.process, effect: span.cause, action: span.name)
    guard let timer = timers[key] else {
      // No timer, and no end of the effect that would remove it.
      guard span.isOfRunningEffect else { return }
      timers[key] = Timer(span.start)
      effects[Self.key(span.process, span.cause), default: []].append(span.name)
      return
    }
    let interval = span.start.subtractingClamped(timer.last)
    let expected = timer.last
    timer.last = span.start
    guard let period = timer.period else {
      timer.intervals.append(interval)
      if interval >= Experience.noticed {
        timer.undecided.append((span, interval, latestWork.before(span, since: expected)))
      }
      guard timer.intervals.count == Self.learned else { return }
      timer.learn()
      decide(timer, Key(effect: effect.name, action: span.name))
      return
    }
    guard period > 0 else { return }
    let row = row(of: Key(effect: effect.name, action: span.name))
    row.ticks += 1
    row.period = period
    let late = interval - period
    guard late >= Experience.noticed else { return }
    let work = latestWork.before(span, since: expected.addingClamped(period))
    row.add(span, late: late, busy: work.busy, with: work.subject)
  }

  /// Judges the actions from which the period was learned.
  private func decide(_ timer: Timer, _ key: Key) {
    defer { timer.undecided = [] }
    guard let period = timer.period, period > 0 else { return }
    let row = row(of: key)
    row.ticks += UInt64(Self.learned)
    row.period = period
    for (span, interval, work) in timer.undecided {
      // The work within the period itself delays nothing.
      row.add(span, late: interval - period, busy: work.busy - period, with: work.subject)
    }
  }

  func end(_ span: Span, _ time: ProgramTime) {
    switch span.kind {
    case .action where span.isOutermost:
      latestWork.add(span)
      if let effect = span.causes?.effect {
        rows[Key(effect: effect.name, action: span.name)]?.name = span.sharedName
      }
    case .observer: latestWork.add(span)
    case .effect:
      for name in effects.removeValue(forKey: Self.key(span.process, span.id)) ?? [] {
        timers[EffectKey(process: span.process, effect: span.id, action: name)] = nil
      }
    default: break
    }
  }

  private static func key(_ process: ProcessIndex, _ effect: UInt64) -> EffectKey {
    EffectKey(process: process, effect: effect, action: .empty)
  }

  private func row(of key: Key) -> Row {
    if let row = rows[key] { return row }
    let row = Row()
    rows[key] = row
    return row
  }

  func conclude(_ facts: FindingFacts) -> RuleConclusion {
    RuleConclusion(
      rows.compactMap { key, row in
        guard row.lateness.separate >= Self.least,
          let cause = row.causes.max(by: { $0.value < $1.value })
        else {
          return nil
        }
        let subject = cause.key
        let action = row.name == .empty ? key.action : row.name
        let work =
          subject.kind == .observer
          ? "the observer at \(facts.names[subject.name].name):\(subject.line)"
          : facts.name(subject.name)
        let separate = row.lateness.separate
        return Finding(
          rule: Self.description.id, subject: facts.name(action),
          summary: """
            The timer of \(facts.name(key.effect)), every \(Units.duration(row.period)), sends \
            \(facts.name(action)) late in \(Units.count(row.late)) of \(Units.count(row.ticks)) \
            times\(row.late == separate ? "" : ", in \(Units.count(separate)) separate periods"), \
            by up to \(Units.duration(row.longest)): its actor is busy, mostly with \(work).
            """,
          costNs: row.lateness.time, payer: .waiting, certainty: .certain,
          advice: Self.description.correction,
          article: Self.description.command, command: facts.command(.path, action),
          evidence: facts.evidence(waits: row.spans))
      })
  }
}
