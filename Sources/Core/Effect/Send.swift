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
  private let isolation: any Actor
  private let deliver: @Sendable (Delivery<Action>) -> Void

  /// A `Send` that hands each action to a closure, for calling an effect's code on its own.
  public init(send: @escaping @MainActor @Sendable (Action) -> Void) {
    isolation = MainActor.shared
    deliver = { delivery in
      MainActor.assumeIsolated { send(delivery.action) }
    }
  }

  init(effect: RunningEffect, context: EffectContext<Action>, source: SourcePlace) {
    isolation = context.runtime.isolation
    let delivery = UncheckedSendable(context.deliver)
    deliver = { sent in
      guard effect.isFinished else { return delivery.value(sent.action, effect) }
      source.report(
        """
        An action was sent from an effect that has completed.

          Action: \(ActionName.text(of: sent.action))

        The effect at \(source.fileID):\(source.line) kept its 'send' and used it after its closure \
        returned. Let the closure wait until all is sent, for example by awaiting the tasks it \
        starts: otherwise neither cancellation nor 'StoreTask.finish()' knows of that work.
        """)
      delivery.value(sent.action, nil)
    }
  }

  /// Sends an action to the store the effect belongs to, and returns once it is processed.
  ///
  /// Does nothing if the effect was cancelled.
  public nonisolated(nonsending) func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await enter(isolation, Delivery(action: action))
  }

  /// Sends an action from code that runs on the main actor already.
  ///
  /// Does nothing if the effect was cancelled.
  @MainActor
  public func callAsFunction(_ action: sending Action) {
    guard !Task.isCancelled else { return }
    let delivery = Delivery(action: action)
    if isolation === MainActor.shared {
      deliver(delivery)
    } else {
      Task { await enter(isolation, delivery) }
    }
  }

  private func enter(_ isolation: isolated any Actor, _ delivery: Delivery<Action>) async {
    deliver(delivery)
  }
}

/// The `Send` of the feature `R`.
public typealias SendOf<R: Reducer> = Send<R.Action>

/// An action on its way to its store. Unchecked: it was given away by its sender (`sending`), and
/// only the store touches it from then on.
private struct Delivery<Action>: @unchecked Sendable {
  let action: Action
}
