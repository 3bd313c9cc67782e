import CompanionSupport

/// The effects that one `send` started, with those started by the actions they sent in turn.
///
/// A ``StoreTask`` waits for it and cancels it, from any isolation.
@usableFromInline
final class EffectGroup: Sendable {
  private struct State {
    var effects: Set<RunningEffect> = []
    var holds = 0
    var isCancelled = false
    var hadEffects = false
    /// The tasks that wait for the end.
    var waiters: [UnsafeContinuation<Void, Never>] = []

    var isIdle: Bool { effects.isEmpty && holds == 0 }
  }

  private let state = Locked(State())

  /// Adds an effect whose task has been created.
  func insert(_ effect: RunningEffect) {
    let isCancelled = state.withLock { state in
      state.effects.insert(effect)
      state.hadEffects = true
      return state.isCancelled
    }
    if isCancelled { effect.task?.cancel() }
  }

  func remove(_ effect: RunningEffect) {
    resumeWaiters { _ = $0.effects.remove(effect) }
  }

  /// Keeps the group busy until ``release()``: one of its actions waits to be processed.
  func hold() {
    state.withLock { $0.holds += 1 }
  }

  func release() {
    resumeWaiters { $0.holds -= 1 }
  }

  private func resumeWaiters(after change: (inout sending State) -> Void) {
    let waiters = state.withLock { state -> [UnsafeContinuation<Void, Never>] in
      change(&state)
      guard state.isIdle else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  func cancel() {
    let effects = state.withLock { state in
      state.isCancelled = true
      return state.effects
    }
    for effect in effects.inOrder { effect.task?.cancel() }
  }

  /// Whether all effects have ended.
  var isIdle: Bool {
    state.withLock { $0.isIdle }
  }

  /// The running effects that were not cancelled; a concatenation counts as one.
  var effectsInFlight: [RunningEffect] {
    state.withLock { $0.effects }.inOrder.filter {
      $0.settings.sequence == nil && $0.task?.isCancelled == false
    }
  }

  /// Whether there is nothing left to cancel: it was cancelled, or there never was an effect.
  var isCancelled: Bool {
    state.withLock { $0.isCancelled || !$0.hadEffects }
  }

  /// Waits until everything has ended. If the waiting task is cancelled, so are the effects.
  nonisolated(nonsending) func finish() async {
    guard !isIdle || Task.isCancelled else { return }
    await wait(in: #isolation)
  }

  /// Waits in the isolation of the caller: a closure of a `nonisolated(nonsending)` function would
  /// start on the thread pool, which costs a way there and back.
  private func wait(in isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      await withUnsafeContinuation { continuation in
        let isIdle = state.withLock { state in
          if !state.isIdle { state.waiters.append(continuation) }
          return state.isIdle
        }
        if isIdle { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }
}
