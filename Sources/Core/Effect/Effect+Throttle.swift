extension Effect {
  /// Starts at most one of the effects with the same id per interval.
  ///
  /// The first one starts at once. Of those that are returned during the interval that follows, one
  /// starts when the interval is over, which begins another interval.
  ///
  /// ```swift
  /// case .sliderMoved(let value):
  ///   return .run { _ in try await player.seek(to: value) }
  ///     .throttle(id: CancelID.seek, for: .milliseconds(100), clock: clock, latest: true)
  /// ```
  ///
  /// - Parameters:
  ///   - id: Names the effects. ``cancel(id:)`` cancels the one that waits, and those that run.
  ///   - interval: The time between the starts of two effects.
  ///   - clock: The clock that measures it.
  ///   - latest: Whether the last effect of an interval is the one that starts at its end, rather than
  ///     the first.
  public func throttle<C: Clock>(
    id: some Hashable & Sendable,
    for interval: C.Duration,
    clock: C,
    latest: Bool
  ) -> Self {
    guard let node else { return .none }
    return Self(
      node: ThrottledNode(node, id: CancelID(id), interval: interval, clock: clock, latest: latest))
  }
}

private final class ThrottledNode<Action, C: Clock>: EffectNode<Action>, @unchecked Sendable {
  private let base: EffectNode<Action>
  private let id: CancelID
  private let interval: C.Duration
  private let clock: C
  private let latest: Bool

  init(
    _ base: EffectNode<Action>, id: CancelID, interval: C.Duration, clock: C, latest: Bool
  ) {
    self.base = base
    self.id = id
    self.interval = interval
    self.clock = clock
    self.latest = latest
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }

  override func start(in context: EffectContext<Action>) {
    var context = context
    context.cancelIDs.append(id)
    let effects = context.runtime.effects
    let place = ThrottlePlace(id: id, path: context.path)
    let waitingID = CancelID(place)
    let now = clock.now
    let end = effects.throttleEnd(at: place) as? C.Instant

    // An interval may be over and the effect that waits for that not have started yet.
    if effects.cancellations.isRunning(waitingID) {
      guard latest else { return }
      effects.cancellations.cancel(waitingID, within: nil)
    }
    guard let end, now < end else {
      effects.throttle(at: place, until: now.advanced(by: interval))
      return base.start(in: context)
    }

    let clock = clock
    let nextEnd = end.advanced(by: interval)
    DelayedNode(base, waitingID: waitingID) {
      try await clock.sleep(until: end, tolerance: nil)
    } willStart: { [weak effects] in
      effects?.throttle(at: place, until: nextEnd)
    }
    .start(in: context)
  }
}

/// The throttled effects of a feature that share an id.
struct ThrottlePlace: Hashable {
  let id: CancelID
  let path: EffectPath?
}
