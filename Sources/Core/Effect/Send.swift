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
      target.deliverLater(delivery, _SendRequest())
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
