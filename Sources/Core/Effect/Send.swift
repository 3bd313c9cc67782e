/// What an effect sends actions with.
///
/// ```swift
/// return .run { send in
///   for await _ in clock.timer(interval: .seconds(1)) {
///     await send(.timerTicked)
///   }
/// }
/// ```
public struct Send<Action>: Sendable {
  private let target: SendTarget<Action>

  /// A `Send` that hands each action to a closure, for calling an effect's code on its own.
  public init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    target = ClosureTarget(send)
  }

  init(effect: RunningEffect, context: EffectContext<Action>, source: SourcePlace) {
    target = EffectTarget(effect, context, source)
  }

  /// Sends an action to the store the effect belongs to, and returns once it is processed.
  ///
  /// Does nothing if the effect was cancelled.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await enter(target.isolation, Delivery(action: action))
  }

  /// Sends an action from code that runs on the main actor already.
  ///
  /// Does nothing if the effect was cancelled. (Swift 6.3 also takes this form in a closure of nothing
  /// but `await send(…)`, wherever that runs; off the main actor it costs a way there and back.)
  @MainActor
  public func callAsFunction(_ action: sending Action) {
    guard !Task.isCancelled else { return }
    let delivery = Delivery(action: action)
    if target.isolation === MainActor.shared {
      target.deliver(delivery.action)
    } else {
      target.pending.add()
      // Starting a task touches nothing of the actor's, so it need not be done in its isolation.
      let start: (isolated any Actor, Delivery<Action>) -> Void = { [target] isolation, delivery in
        Task {
          _ = isolation
          if !target.isCancelled { target.deliver(delivery.action) }
          target.pending.remove()
        }
      }
      unsafeBitCast(start, to: ((any Actor, Delivery<Action>) -> Void).self)(
        target.isolation, delivery)
    }
  }

  /// Whether actions that were sent from the main actor are still on their way to a store elsewhere.
  var isPending: Bool { target.isolation !== MainActor.shared && !target.pending.isEmpty }

  /// Waits for these actions, which belong to the effect as well.
  nonisolated(nonsending) func finish() async {
    await withUnsafeContinuation { target.pending.resumeWhenEmpty($0) }
  }

  private func enter(_ isolation: isolated any Actor, _ delivery: Delivery<Action>) async {
    // The effect may have been cancelled on the way here.
    guard !Task.isCancelled else { return }
    target.deliver(delivery.action)
  }
}

/// The `Send` of the feature `R`.
public typealias SendOf<R: Reducer> = Send<R.Action>

/// An action on its way to its store. Unchecked: it was given away by its sender (`sending`), and
/// only the store touches it from then on.
private struct Delivery<Action>: @unchecked Sendable {
  let action: Action
}

/// Where a ``Send`` sends to.
private class SendTarget<Action>: @unchecked Sendable {
  let isolation: any Actor
  let pending = PendingDeliveries()

  init(isolation: any Actor) {
    self.isolation = isolation
  }

  /// Whether what sends was cancelled; called in `isolation`.
  var isCancelled: Bool { false }

  /// Called in `isolation`.
  func deliver(_ action: Action) { isAbstract() }
}

private final class ClosureTarget<Action>: SendTarget<Action>, @unchecked Sendable {
  private let send: @MainActor @Sendable (Action) -> Void

  init(_ send: @escaping @MainActor @Sendable (Action) -> Void) {
    self.send = send
    super.init(isolation: MainActor.shared)
  }

  override func deliver(_ action: Action) {
    let delivery = Delivery(action: action)
    MainActor.assumeIsolated { send(delivery.action) }
  }
}

/// Unchecked: it is only used in the isolation of the effect's store.
private final class EffectTarget<Action>: SendTarget<Action>, @unchecked Sendable {
  private let effect: RunningEffect
  private let deliverToStore: (Action, RunningEffect?) -> Void
  private let source: SourcePlace

  init(_ effect: RunningEffect, _ context: EffectContext<Action>, _ source: SourcePlace) {
    self.effect = effect
    deliverToStore = context.deliver
    self.source = source
    super.init(isolation: context.runtime.isolation)
  }

  override var isCancelled: Bool { effect.task?.isCancelled ?? false }

  override func deliver(_ action: Action) {
    guard effect.isFinished else { return deliverToStore(action, effect) }
    source.report(
      """
      An action was sent from an effect that has completed.

        Action: \(ActionName.text(of: action))

      The effect at \(source.fileID):\(source.line) kept its 'send' and used it after its closure \
      returned. Let the closure wait until all is sent, for example by awaiting the tasks it \
      starts: otherwise neither cancellation nor 'StoreTask.finish()' knows of that work.
      """)
    deliverToStore(action, nil)
  }
}
