import CompanionSupport

extension Effect {
  /// Returns the effect, with its actions delivered by a scheduler, in order.
  ///
  /// A test advances the scheduler to have them delivered. Otherwise there is no need for it:
  /// actions return to their store from any thread or task. Undelivered actions are part of the
  /// effect's work, and cancelled with it.
  ///
  /// - Parameter scheduler: Delivers the actions.
  public func receive(on scheduler: some Scheduler) -> Self {
    guard let node else { return .none }
    return Self(node: ReceivingNode(node, scheduler))
  }
}

private final class ReceivingNode<Action>: WrappingNode<Action, Action>, @unchecked Sendable {
  private let scheduler: any Scheduler

  init(_ base: EffectNode<Action>, _ scheduler: any Scheduler) {
    self.scheduler = scheduler
    super.init(base)
  }

  override func start(in context: EffectContext<Action>) {
    guard let base else { return }
    let kept = KeptEffectContext(context)
    let place = base.place
    // Finishes when the latest action has been delivered.
    let latest = Locked<AsyncStream<Never>?>(nil)
    context.forwarding { [scheduler] action, _, _, _ in
      guard let context = kept.context, let node = Effect.send(action).node else { return }
      let (turns, turn) = AsyncStream.makeStream(of: Never.self)
      let (deliveries, delivery) = AsyncStream.makeStream(of: Never.self)
      let earlier = latest.withLock { latest in
        defer { latest = deliveries }
        return latest
      }
      // Scheduled synchronously, so that a test may advance at once.
      scheduler.schedule(after: .zero) { turn.finish() }
      DelayedNode(node, place: place) {
        for await _ in turns {}
        // Tasks whose turns have come resume in any order.
        if let earlier { for await _ in earlier {} }
      } didEnd: {
        delivery.finish()
      }
      .start(in: context)
    }
    .descend(to: base)
  }
}
