import CompanionSupport

struct ActionThrottle<C: Clock> {
  let id: CancelID
  let interval: C.Duration
  let clock: C
  let latest: Bool
}

final class ThrottledNode<Action, C: Clock>: WrappingNode<Action, Action>, @unchecked Sendable {
  private let throttle: ActionThrottle<C>

  init(_ base: EffectNode<Action>, _ throttle: ActionThrottle<C>) {
    self.throttle = throttle
    super.init(base)
  }

  override var place: SourcePlace? { base?.place }

  override func start(in context: EffectContext<Action>) {
    guard let base else { return }
    let effects = context.runtime.effects
    controlledRun?.use(effects)
    let place = ThrottlePlace(id: throttle.id, path: context.settings.path)
    // The first action of an interval outlives its effect, unless it was cancelled.
    if !effects.cancellations.isRunning(place.waitingID) { effects.forgetFirstAction(at: place) }
    effects.cancellations.cancel(throttle.id, within: context.settings.path)
    var context = context
    context.settings.cancelIDs.insert(throttle.id)
    let actions = ThrottledActions(throttle, place, context, from: base.place)
    if let send = base as? SendNode<Action> {
      // The effect of the action starts when it is delivered, if ever.
      actions.receive(send.action, from: nil) { send.start(in: $0) }
    } else {
      context.forwarding { action, effect, _, _ in
        actions.receive(action, from: effect) { $0.deliver(action, effect) }
      }
      .descend(to: base)
    }
  }
}

/// The actions of one throttled effect before their delivery to the store.
///
/// Unchecked: accessed in the isolation of the store only.
final class ThrottledActions<Action, C: Clock>: EffectNode<Action>, @unchecked Sendable {
  private struct Waiting {
    let action: Action
    /// The sender of the action, as long as it runs. Weak: it may be a part of a concatenation,
    /// which keeps the nodes that its actions pass, and the action may be cancelled instead of
    /// delivered.
    weak var effect: RunningEffect?
    let isFromEffect: Bool

    init(_ action: Action, from effect: RunningEffect?) {
      self.action = action
      self.effect = effect
      isFromEffect = effect != nil
    }
  }

  private let throttle: ActionThrottle<C>
  private let throttlePlace: ThrottlePlace
  private let context: KeptEffectContext<Action>
  private let source: SourcePlace?
  private var waiting: Waiting?

  init(
    _ throttle: ActionThrottle<C>, _ place: ThrottlePlace, _ context: EffectContext<Action>,
    from source: SourcePlace?
  ) {
    self.throttle = throttle
    throttlePlace = place
    self.context = KeptEffectContext(context)
    self.source = source
  }

  override var ownKind: EffectKind { .send }
  override var place: SourcePlace? { source }

  /// Delivers an action, keeps it until the interval is over, or drops it.
  ///
  /// - Parameters:
  ///   - effect: The sender of the action, if known.
  ///   - deliver: Delivers the action at once.
  func receive(
    _ action: Action, from effect: RunningEffect?, deliver: (EffectContext<Action>) -> Void
  ) {
    guard let context = context.contextInSameWalk else { return }
    let effects = context.runtime.effects
    controlledRun?.use(effects)
    if waiting != nil, effects.cancellations.isRunning(throttlePlace.waitingID) {
      if throttle.latest { waiting = Waiting(action, from: effect) }
      return
    }
    let now = throttle.clock.now
    guard let end = effects.throttleEnd(at: throttlePlace) as? C.Instant, now < end else {
      effects.throttle(at: throttlePlace, until: now.advanced(by: throttle.interval))
      return deliver(context)
    }
    let kept = throttle.latest ? action : effects.firstAction(at: throttlePlace, orElse: action)
    waiting = Waiting(kept, from: effect)
    wait(until: end, for: effect, in: context)
  }

  private func wait(
    until end: C.Instant, for effect: RunningEffect?, in context: EffectContext<Action>
  ) {
    let clock = throttle.clock
    let (delivered, delivery) = AsyncStream.makeStream(of: Never.self)
    if let effect, effect.node?.kind == .run {
      effect.hasWaitingAction = true
      context.runtime.effects.setWait(of: effect, until: delivered, at: throttlePlace)
    }
    DelayedNode(self, waitingID: throttlePlace.waitingID) {
      try await clock.sleep(until: end, tolerance: nil)
    } didEnd: {
      delivery.finish()
    }
    .start(in: context)
  }

  /// Delivers the waiting action.
  override func start(in context: EffectContext<Action>) {
    guard let waiting = waiting.take() else { return }
    controlledRun?.use(context.runtime.effects)
    context.runtime.effects.throttle(
      at: throttlePlace, until: throttle.clock.now.advanced(by: throttle.interval))
    if waiting.isFromEffect {
      context.deliver(waiting.action, waiting.effect?.isFinished == false ? waiting.effect : nil)
    } else {
      SendNode(waiting.action).start(in: context)
    }
  }
}
