/// Somebody who wants to know when the work of an effect begins and ends.
package protocol EffectTracker: AnyObject, Sendable {
  /// The work starts, in the store's isolation.
  ///
  /// - Returns: An id for this piece of work, 0 if it is not recorded. It becomes the cause of the
  ///   actions the effect sends.
  func effectDidBegin() -> UInt64

  /// The work that was given `id` ended; called exactly once for each begin.
  func effectDidEnd(_ id: UInt64, outcome: EffectOutcome, outputs: UInt32)
}

/// How the work of an effect ended.
package enum EffectOutcome: Sendable {
  /// Its code returned.
  case finished
  /// It was cancelled before its code returned, or threw `CancellationError`.
  case cancelled
  /// Its code threw an error.
  case failed
}

extension Effect {
  /// The same effect, observed.
  ///
  /// Where wrappers are nested, the innermost tracks: it knows best which action started the work.
  ///
  /// - Parameters:
  ///   - tracker: Told of the begin and end of each piece of work.
  ///   - willSend: Called with the id of the work and each action it sends, before it is delivered.
  package func tracked(
    by tracker: any EffectTracker, willSend: @escaping (UInt64, Action) -> Void
  ) -> Self {
    guard let node else { return .none }
    return Self(node: TrackedNode(node, tracker, willSend))
  }
}

private final class TrackedNode<Action>: EffectNode<Action>, @unchecked Sendable {
  let base: EffectNode<Action>
  let tracker: any EffectTracker
  let willSend: (UInt64, Action) -> Void

  init(
    _ base: EffectNode<Action>, _ tracker: any EffectTracker,
    _ willSend: @escaping (UInt64, Action) -> Void
  ) {
    self.base = base
    self.tracker = tracker
    self.willSend = willSend
  }

  override package var kind: EffectKind { base.kind }
  override package var isTracked: Bool { true }

  override func start(in context: EffectContext<Action>) {
    var inner = context.forwarding {
      [tracker, willSend, deliver = context.deliver] (action: Action, effect: RunningEffect?) in
      if let effect, effect.tracker === tracker { willSend(effect.id, action) }
      deliver(action, effect)
    }
    inner.tracker = tracker
    base.start(in: inner)
  }
}
