extension Effect {
  /// This effect, with its actions delivered by a scheduler, in order.
  ///
  /// A test moves the scheduler on to have them delivered. Apart from that there is no need for it:
  /// actions come back to their store wherever an effect sends them. Actions that have not been
  /// delivered are work of the effect, and cancelled with it.
  ///
  /// - Parameter scheduler: Delivers the actions.
  public func receive(on scheduler: some Scheduler) -> Self {
    guard let node else { return .none }
    return Self(node: ReceivingNode(node, scheduler))
  }
}

private final class ReceivingNode<Action>: EffectNode<Action>, @unchecked Sendable {
  private let base: EffectNode<Action>
  private let scheduler: any Scheduler

  init(_ base: EffectNode<Action>, _ scheduler: any Scheduler) {
    self.base = base
    self.scheduler = scheduler
  }

  override package var kind: EffectKind { base.kind }
  override package func isTracked(by kind: EffectTrackerKind) -> Bool {
    base.isTracked(by: kind)
  }

  override func start(in context: EffectContext<Action>) {
    let kept = KeptEffectContext(context)
    let place = base.place
    base.start(
      in: context.forwarding { [scheduler] action, _ in
        guard let context = kept.context, let node = Effect.send(action).node else { return }
        // Scheduled here and now, so that actions are in order, and that a test may move on at once.
        let (turns, continuation) = AsyncStream.makeStream(of: Never.self)
        scheduler.schedule(after: .zero) { continuation.finish() }
        DelayedNode(node, place: place) { for await _ in turns {} }.start(in: context)
      })
  }
}
