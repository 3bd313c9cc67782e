/// Collects the pairs of actions that could have come in the other order, and that changed the same
/// property.
final class RaceCandidates: TraceSink {
  /// The longest time between two actions whose order counts as chance.
  private let gap: Int64
  private let reader: TraceReader

  private var stores: [SpanKey: [RacingAction]] = [:]
  /// By the action of any wrapper: the store that processes it, and the number of outer wrappers.
  private var open = RecentTable<(store: SpanKey, outermost: UInt64, depth: Int)>()
  private var effects = RecentTable<Sender>()
  /// The number of state differences that were truncated.
  private(set) var truncated = 0
  /// The number of actions that were too many to be compared with all later ones within the gap.
  private(set) var dropped = 0

  private(set) var pairs: [Names: Pairs] = [:]
  private(set) var concurrentPairs = 0
  private(set) var hasStateDifferences = false
  private(set) var summary = TraceSummary()

  /// An effect, as the sender of actions.
  private struct Sender {
    var effect: RacingAction.Effect
    /// The sender of the action that started it; `nil` if that came from outside.
    var outer: RacingAction.Effect?
    var hasEnded = false
  }

  struct Names: Hashable {
    let first: NameID
    let second: NameID
  }

  /// The pairs of two names.
  struct Pairs {
    var closest: (first: RacingAction, second: RacingAction)
    var count = 0
    var properties: Set<String> = []

    var gap: Int64 { closest.second.start - closest.first.start }
  }

  /// The maximum number of earlier actions of a store that an action is compared with.
  static let mostRecent = 256

  init(within gap: Int64, _ reader: TraceReader) {
    self.gap = gap
    self.reader = reader
  }

  func begin(_ span: Span) {
    let key = SpanKey(process: span.process, id: span.id)
    switch span.kind {
    case .effect:
      effects[key] = Sender(
        effect: RacingAction.Effect(id: span.id, name: span.name, start: span.start),
        outer: action(SpanKey(process: span.process, id: span.cause))?.effect)
    case .action: begin(action: span, key)
    case .interval, .observer, .store: break
    }
  }

  private func begin(action span: Span, _ key: SpanKey) {
    if !span.isOutermost, let outer = open[SpanKey(process: span.process, id: span.parent)] {
      open[key] = (outer.store, outer.outermost, outer.depth + 1)
      return
    }
    guard span.store != 0 else { return }
    let store = SpanKey(process: span.process, id: span.store)
    // The last action of the store has ended, and its changes are known.
    judgeLast(of: store, now: span.start)
    open[key] = (store, span.id, 0)
    stores[store, default: []].append(RacingAction(span, sentBy: sender(of: span)))
  }

  /// The effect whose work sends an action; `nil` if it comes from outside.
  private func sender(of span: borrowing Span) -> RacingAction.Effect? {
    guard span.cause != 0 else { return nil }
    guard let sender = effects[SpanKey(process: span.process, id: span.cause)] else {
      // An effect of before the recording.
      return RacingAction.Effect(id: span.cause, name: .empty, start: .min)
    }
    // An effect that is an action, as `Effect.send` is, ends before that is processed. The action
    // comes with the one that returned it.
    return sender.hasEnded ? sender.outer : sender.effect
  }

  private func action(_ key: SpanKey) -> RacingAction? {
    open[key].flatMap { action in
      stores[action.store]?.last { $0.id == action.outermost }
    }
  }

  func end(_ span: Span) {
    let key = SpanKey(process: span.process, id: span.id)
    switch span.kind {
    case .effect:
      effects[key]?.hasEnded = true
      effects.end(key)
    case .action: open.end(key)
    case .interval, .observer, .store: break
    }
  }

  func point(_ point: TracePoint) {
    guard case .stateDiff(let id) = point.event.payload else { return }
    hasStateDifferences = true
    guard let (store, outermost, depth) = open[SpanKey(process: point.event.process, id: id)],
      let index = stores[store]?.lastIndex(where: { $0.id == outermost })
    else { return }
    let difference = StateDifference(reader.texts.message)
    if difference.isTruncated { truncated += 1 }
    stores[store]?[index].add(difference, depth: depth)
  }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    for store in stores.keys { judgeLast(of: store, now: .max) }
    self.summary = summary
  }

  /// Compares the last action of a store with those before it, and forgets those too long ago for
  /// the next one.
  private func judgeLast(of store: SpanKey, now: Int64) {
    guard var actions = stores[store], let last = actions.last else { return }
    for earlier in actions.dropLast().reversed() {
      guard last.start - earlier.start <= gap else { break }
      guard last.isConcurrent(with: earlier) else { continue }
      concurrentPairs += 1
      add(earlier, last, last.commonProperties(with: earlier))
    }
    actions.removeAll { now.subtractingClamped($0.start) > gap }
    dropped += max(0, actions.count - Self.mostRecent)
    stores[store] = actions.suffix(Self.mostRecent)
  }

  private func add(_ first: RacingAction, _ second: RacingAction, _ properties: [String]) {
    guard !properties.isEmpty else { return }
    let names = Names(first: first.name, second: second.name)
    var pairs = pairs[names] ?? Pairs(closest: (first, second))
    pairs.count += 1
    pairs.properties.formUnion(properties)
    if second.start - first.start < pairs.gap { pairs.closest = (first, second) }
    self.pairs[names] = pairs
  }
}
