import CCore

/// The function that an effect sends actions with.
///
/// ```swift
/// return .run { send in
///   for await _ in clock.timer(interval: .seconds(1)) {
///     await send(.timerTicked)
///   }
/// }
/// ```
///
/// The type is on the main actor, as in the original, so that a method of an extension sends
/// without `await`. Any other code sends with `await`. An action from an effect of a ``StoreActor``
/// does not pass through the main actor.
@MainActor
public struct Send<Action>: Sendable {
  private nonisolated let target: SendTarget<Action>

  /// A `Send` that passes each action to a closure, for calling an effect's code on its own.
  public nonisolated init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    target = .closure(ClosureTarget(send))
  }

  nonisolated init(_ effect: SendingEffect<Action>) {
    target = .effect(effect)
  }

  /// Sends an action to the store the effect belongs to, and returns once it is processed.
  ///
  /// Does nothing if the effect was cancelled.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await enter(target.isolation, Delivery(action: action), _SendRequest())
  }

  /// Sends an action from code that runs on the main actor already.
  ///
  /// Does nothing if the effect was cancelled. (Swift 6.3 also selects this overload in a closure
  /// that consists of `await send(…)` alone, in any isolation, unless it is written in a function
  /// that is `async`; off the main actor this costs a switch to the main actor and back.)
  public func callAsFunction(_ action: sending Action) {
    guard !Task.isCancelled else { return }
    let delivery = Delivery(action: action)
    if target.isolation === MainActor.shared {
      target.deliver(delivery.action)
    } else {
      target.addPending()
      // Starting a task touches nothing of the actor's, so it need not be done in its isolation.
      let request = _SendRequest()
      let start: (isolated any Actor, Delivery<Action>) -> Void = { [target] isolation, delivery in
        Task {
          _ = isolation
          if !target.isCancelled { target.deliver(delivery.action, request) }
          target.removePending()
        }
      }
      unsafeBitCast(start, to: ((any Actor, Delivery<Action>) -> Void).self)(
        target.isolation, delivery)
    }
  }

  private func enter(
    _ isolation: isolated any Actor, _ delivery: Delivery<Action>, _ request: _SendRequest
  ) async {
    // The effect may have been cancelled in the meantime.
    guard !Task.isCancelled else { return }
    target.deliver(delivery.action, request)
  }
}

/// The `Send` of the feature `R`.
public typealias SendOf<R: Reducer> = Send<R.Action>

/// An action to be delivered to its store. Unchecked: its sender has transferred it (`sending`),
/// and only the store accesses it from then on.
private struct Delivery<Action>: @unchecked Sendable {
  let action: Action
}

/// Where a ``Send`` sends to.
private enum SendTarget<Action>: @unchecked Sendable {
  case closure(ClosureTarget<Action>)
  case effect(SendingEffect<Action>)

  var isolation: any Actor {
    switch self {
    case .closure: MainActor.shared
    case .effect(let effect): effect.isolation
    }
  }

  /// Whether the sending code was cancelled; called in ``isolation``.
  var isCancelled: Bool {
    switch self {
    case .closure: false
    case .effect(let effect): effect.task?.isCancelled ?? false
    }
  }

  /// Called in ``isolation``, for an action that its sender asked for before.
  func deliver(_ action: Action, _ request: _SendRequest) {
    guard request.time != 0, case .effect(let effect) = self else { return deliver(action) }
    effect.runtime?.frame.pointee.requested = request.time
    deliver(action)
    effect.runtime?.frame.pointee.requested = 0
  }

  /// Called in ``isolation``.
  func deliver(_ action: Action) {
    switch self {
    case .closure(let target): target.deliver(action)
    case .effect(let effect): effect.deliver(action)
    }
  }

  /// An action sets off from the main actor to ``isolation``, which is another.
  func addPending() {
    if case .effect(let effect) = self { effect.pending.add() }
  }

  /// Records the arrival of an action.
  func removePending() {
    if case .effect(let effect) = self { effect.pending.remove() }
  }
}

private final class ClosureTarget<Action>: Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  init(_ send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
  }

  func deliver(_ action: Action) {
    let delivery = Delivery(action: action)
    MainActor.assumeIsolated { send(delivery.action) }
  }
}

/// Work that sends actions.
///
/// Unchecked: it is only used in the isolation of the effect's store.
final class SendingEffect<Action>: RunningEffect, @unchecked Sendable {
  let isolation: any Actor
  let pending = PendingDeliveries()
  private let outlet: EffectOutlet<Action>

  init(_ node: EffectNode<Action>, context: EffectContext<Action>) {
    isolation = context.runtime.isolation
    outlet = context.outlet
    super.init(node, context: context)
  }

  func deliver(_ action: Action) {
    guard isFinished, let source = node.place else { return outlet(action, self, group) }
    source.report(
      """
      An action was sent from an effect that has completed.

        Action: \(ActionName.text(of: action))

      The effect at \(source.fileID):\(source.line) kept its 'send' and used it after its closure \
      returned. Let the closure wait until all is sent, for example by awaiting the tasks it \
      starts: otherwise neither cancellation nor 'StoreTask.finish()' knows of that work.
      """)
    outlet(action, nil, group)
  }

  /// Whether actions that were sent from the main actor are still on their way to a store
  /// elsewhere.
  var hasPendingActions: Bool { isolation !== MainActor.shared && !pending.isEmpty }

  /// Waits for these actions, which belong to the effect as well.
  nonisolated(nonsending) func finishPendingActions() async {
    await withUnsafeContinuation { pending.resumeWhenEmpty($0) }
  }

  override nonisolated(nonsending) func perform() async {
    // The object is the node that created it.
    await unsafeDowncast(node, to: EffectNode<Action>.self).perform(self)
  }
}
