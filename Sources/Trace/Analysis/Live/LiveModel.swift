import Durations
import TextTables

/// A sink that computes the figures of ``LiveSnapshot`` from the spans of a live session.
///
/// The numbers of names and of running effects bound its memory.
public final class LiveModel: TraceSink {
  private let names: NameTable
  private let participants: TraceParticipants
  private var window: SlidingWindow
  /// The time up to which the session has been read.
  private var now: Int64 = .min

  private var stacks = CallStacks()
  private var timeFigures: TimeFigures
  private var uses: SlidingTimeUse

  private var actions: Tally
  private var actionRows: [NameID: ActionTally] = [:]
  private var effects: Tally
  private var effectRows: [NameID: EffectTally] = [:]
  private var observers: Tally
  private var waits: Tally
  private var depths: SlidingDurations
  private var hasSends = false
  private var begun = SlidingSeconds(LiveModel.historySeconds + 1, empty: UInt64(0))
  private var slowest = SlidingSeconds(LiveModel.minute, empty: [Slow]())
  private var recentLosses = SlidingSeconds(LiveModel.minute, empty: false)
  private var losses = LiveSnapshot.Losses()
  private var aliveEffects: [Key: AliveEffect] = [:]
  private var storesAlive = 0
  private var actionsOfProcess: [ProcessIndex: UInt64] = [:]
  private var endedProcesses: Set<ProcessIndex> = []

  private static let minute = 60
  /// The number of slowest actions kept for each second.
  private static let slowestPerSecond = 20
  /// The number of slowest actions in a snapshot.
  static let slowestCount = 50
  /// The number of names with rows of their own; the others share one.
  static let rowLimit = 1024
  /// The number of seconds in ``LiveSnapshot/actionsPerSecond``.
  public static let historySeconds = 120

  private struct Key: Hashable {
    var process: ProcessIndex
    var id: UInt64
  }

  private struct AliveEffect {
    var name: NameID
    var start: Int64
  }

  private struct Slow {
    var time: Int64
    var duration: Int64
    var name: NameID
    var process: ProcessIndex
    var cause: NameID
  }

  private struct Tally {
    var durations: SlidingDurations
    var total: UInt64 = 0

    init(_ window: SlidingWindow) { durations = SlidingDurations(window) }

    mutating func record(
      _ duration: Int64, selfTime: Int64? = nil, at time: Int64, _ window: SlidingWindow
    ) {
      durations.record(duration, selfTime: selfTime, at: time, window)
      total += 1
    }
  }

  private struct ActionTally {
    var tally: Tally
    var stateChanges: UInt64 = 0
    var unknownChanges: UInt64 = 0
    var effects: UInt64 = 0
  }

  private struct EffectTally {
    var tally: Tally
    var cancelled: UInt64 = 0
    var failed: UInt64 = 0
  }

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - window: The length of the sliding window, in nanoseconds.
  ///   - names: The names that spans refer to.
  ///   - participants: The processes that spans refer to.
  public init(window: Int64, names: NameTable, participants: TraceParticipants) {
    self.names = names
    self.participants = participants
    self.window = SlidingWindow(length: window)
    timeFigures = TimeFigures(participants)
    uses = SlidingTimeUse(self.window)
    actions = Tally(self.window)
    effects = Tally(self.window)
    observers = Tally(self.window)
    waits = Tally(self.window)
    depths = SlidingDurations(self.window)
  }

  /// Advances the window in a time without events.
  public func advance(to time: Int64) {
    guard time > now else { return }
    now = time
    window.advance(to: time)
  }

  // MARK: - Events

  /// Counts the begin of a span.
  public func begin(_ span: Span) {
    if span.completeness == .whole { advance(to: span.start) }
    timeFigures.begin(span, within: stacks.begin(span))
    switch span.kind {
    case .action where span.isOutermost:
      begun.update(at: span.start) { $0 += 1 }
      actionsOfProcess[span.process, default: 0] += 1
      if !endedProcesses.isEmpty { endedProcesses.remove(span.process) }
    case .effect:
      let name = rowName(of: span.name, isKnown: effectRows[span.name] != nil, effectRows.count)
      aliveEffects[Key(process: span.process, id: span.id)] = AliveEffect(
        name: name, start: span.start)
      if effectRows[name] == nil { effectRows[name] = EffectTally(tally: Tally(window)) }
    case .store: storesAlive += 1
    default: break
    }
  }

  /// Counts the end of a span.
  public func end(_ span: Span) {
    if let end = span.end { advance(to: end) }
    let ended = stacks.end(span)
    if let use = timeFigures.end(span, ended), let ended, let end = span.end {
      uses.add(ended.exclusive, as: use, from: span.start, to: end, window)
    }
    switch span.kind {
    case .action: endAction(span)
    case .effect: endEffect(span)
    case .observer:
      if let end = span.end, let duration = span.duration {
        observers.record(duration, at: end, window)
      }
    case .store: if span.completeness != .beginLost { storesAlive -= 1 }
    case .interval: break
    }
  }

  /// Counts sends.
  public func point(_ point: TracePoint) {
    advance(to: point.event.timestamp)
    guard case .send(let send) = point.event.payload else { return }
    hasSends = true
    depths.record(Int64(clamping: send.depth), at: point.event.timestamp, window)
  }

  /// Counts losses.
  public func gap(_ gap: TraceGap) {
    switch (gap.count, gap.unit) {
    case (nil, _): losses.uncounted += 1
    case (let count?, .events): losses.events = losses.events.addingClamped(count)
    case (let count?, .packets): losses.packets = losses.packets.addingClamped(count)
    }
    recentLosses.update(at: max(gap.end, now)) { $0 = true }
  }

  /// Records that a process has ended.
  public func end(process: ProcessIndex) { endedProcesses.insert(process) }

  private func endAction(_ span: Span) {
    guard let end = span.end, let duration = span.duration else { return }
    if span.isOutermost {
      actions.record(duration, at: end, window)
      slowest.update(at: end) { Self.keep(span, duration, end, in: &$0) }
      if let send = span.send {
        waits.record(max(span.start.subtractingClamped(send.requested), 0), at: end, window)
      }
    }
    // The records of nested wrappers are the same action.
    if span.isLevel { return }
    let shared = span.sharedName
    let name = rowName(of: shared, isKnown: actionRows[shared] != nil, actionRows.count)
    let window = window
    let change = { (row: inout ActionTally) in
      row.tally.record(duration, selfTime: span.sharedTime, at: end, window)
      if span.sharedChange == .yes { row.stateChanges += 1 }
      if span.sharedChange == .unknown { row.unknownChanges += 1 }
      if span.effectKind != .none, span.effectKind != .unknown { row.effects += 1 }
    }
    change(&actionRows[name, default: ActionTally(tally: Tally(window))])
  }

  private func endEffect(_ span: Span) {
    let alive = aliveEffects.removeValue(forKey: Key(process: span.process, id: span.id))
    guard let alive, let end = span.end else { return }
    if let duration = span.duration {
      effects.record(duration, at: end, window)
      effectRows[alive.name]?.tally.record(duration, at: end, window)
    }
    switch span.outcome {
    case .cancelled: effectRows[alive.name]?.cancelled += 1
    case .failed: effectRows[alive.name]?.failed += 1
    default: break
    }
  }

  private static func keep(_ span: Span, _ duration: Int64, _ end: Int64, in list: inout [Slow]) {
    if list.count == slowestPerSecond, let last = list.last, last.duration >= duration { return }
    let position = list.firstIndex { $0.duration < duration } ?? list.count
    list.insert(
      Slow(
        time: end, duration: duration, name: span.sharedName, process: span.process,
        cause: span.causes?.action?.name ?? .empty), at: position)
    if list.count > slowestPerSecond { list.removeLast() }
  }

  private func rowName(of name: NameID, isKnown: Bool, _ count: Int) -> NameID {
    isKnown || count < Self.rowLimit ? name : .overflow
  }

  // MARK: - Figures

  /// Returns the present figures.
  ///
  /// - Parameter detailed: The action whose row includes its distribution.
  public func snapshot(detailed: TraceName? = nil) -> LiveSnapshot {
    var snapshot = LiveSnapshot()
    guard now > .min else { return snapshot }
    let covered = window.covered(until: now)
    snapshot.timeNs = now
    snapshot.windowNs = covered
    snapshot.time = uses.use(window, covered: covered)
    snapshot.time.isMainActorKnown = timeFigures.isMainActorKnown
    if snapshot.time.hasTime {
      let hasEffects = !effectRows.isEmpty
      snapshot.timeSummary =
        "Of \(Units.duration(covered)) \(snapshot.time.text(hasEffects: hasEffects))."
    }
    snapshot.actions = figures(actions, covered)
    snapshot.actionsPerSecond = begun.wholeSeconds(Self.historySeconds, before: now)
    snapshot.actionRows = actionRows.map { id, row in
      let name = names[id]
      let figures = row.tally.durations.figures(window)
      return LiveSnapshot.ActionRow(
        prefix: name.prefix, name: name.name,
        durations: .init(figures, covered: covered, total: row.tally.total),
        distribution: name == detailed ? figures.octaves : nil, stateChanges: row.stateChanges,
        unknownChanges: row.unknownChanges, effects: row.effects)
    }
    .sorted { ($0.prefix, $0.name) < ($1.prefix, $1.name) }
    addEffects(to: &snapshot, covered)
    if hasSends {
      snapshot.queue.maxDepth = UInt64(depths.figures(window).maximum)
      snapshot.queue.wait = figures(waits, covered)
    }
    snapshot.storesAlive = storesAlive
    snapshot.observers = figures(observers, covered)
    snapshot.slowest = slowest.all(until: now).joined().sorted { $0.duration > $1.duration }
      .prefix(Self.slowestCount).map { slow in
        let name = names[slow.name]
        return LiveSnapshot.SlowAction(
          timeNs: slow.time, durationNs: slow.duration, prefix: name.prefix, name: name.name,
          process: Int(slow.process), cause: names[slow.cause].name)
      }
    snapshot.losses = losses
    snapshot.losses.isRecent = recentLosses.all(until: now).contains(true)
    let sampled = Set(participants.processes.compactMap { $0.sampling?.label }).sorted()
    snapshot.sampled = sampled.isEmpty ? nil : sampled.joined(separator: ", ")
    snapshot.processes = participants.processes.enumerated().map { index, process in
      let index = ProcessIndex(index)
      return LiveSnapshot.Process(
        name: process.name, pid: process.vpid, host: process.host,
        isAlive: !endedProcesses.contains(index), actions: actionsOfProcess[index] ?? 0)
    }
    return snapshot
  }

  private func addEffects(to snapshot: inout LiveSnapshot, _ covered: Int64) {
    var counts: [NameID: (alive: Int, start: Int64)] = [:]
    for effect in aliveEffects.values {
      let known = counts[effect.name] ?? (0, .max)
      counts[effect.name] = (known.alive + 1, min(known.start, effect.start))
    }
    if let (id, oldest) = counts.min(by: { $0.value.start < $1.value.start }) {
      let name = names[id]
      snapshot.effects.oldest = .init(
        prefix: name.prefix, name: name.name, ageNs: max(now.subtractingClamped(oldest.start), 0))
    }
    snapshot.effects.alive = aliveEffects.count
    snapshot.effects.ended = figures(effects, covered)
    snapshot.effectRows = effectRows.map { id, row in
      let name = names[id]
      let alive = counts[id]
      return LiveSnapshot.EffectRow(
        prefix: name.prefix, name: name.name, alive: alive?.alive ?? 0,
        oldestNs: alive.map { max(now.subtractingClamped($0.start), 0) },
        ended: figures(row.tally, covered), cancelled: row.cancelled, failed: row.failed)
    }
    .sorted { ($0.prefix, $0.name) < ($1.prefix, $1.name) }
  }

  private func figures(_ tally: Tally, _ covered: Int64) -> LiveSnapshot.Durations {
    LiveSnapshot.Durations(
      tally.durations.figures(window), covered: covered, total: tally.total)
  }
}

extension LiveSnapshot.Durations {
  fileprivate init(_ figures: SlidingDurations.Figures, covered: Int64, total: UInt64) {
    let covered = Double(covered)
    self.init(
      count: figures.count, perSecond: Double(figures.count) / covered * 1_000_000_000,
      p50Ns: figures.p50, p99Ns: figures.p99, maxNs: figures.maximum,
      busy: Double(figures.busy) / covered, total: total)
  }
}
