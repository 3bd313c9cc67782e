/// The effects that one `send` started, with those started by the actions they sent in turn.
///
/// What a ``StoreTask`` waits for and cancels, from any isolation.
@usableFromInline
final class EffectGroup: Sendable {
  private struct State {
    var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]
    var holds = 0
    var isCancelled = false
    var waiters: [CheckedContinuation<Void, Never>] = []

    var isIdle: Bool { tasks.isEmpty && holds == 0 }

    mutating func takeWaitersIfIdle() -> [CheckedContinuation<Void, Never>] {
      guard isIdle else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Locked(State())

  func insert(_ effect: RunningEffect, task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.tasks[ObjectIdentifier(effect)] = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func remove(_ effect: RunningEffect) {
    resume {
      $0.tasks[ObjectIdentifier(effect)] = nil
    }
  }

  /// Keeps the group from being idle until ``release()``: an action of it waits to be processed.
  func hold() {
    state.withLock { $0.holds += 1 }
  }

  func release() {
    resume {
      $0.holds -= 1
    }
  }

  private func resume(after change: (inout sending State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      return state.takeWaitersIfIdle()
    }
    for waiter in waiters { waiter.resume() }
  }

  func cancel() {
    let tasks = state.withLock { state in
      state.isCancelled = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  func finish() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.isIdle { state.waiters.append(continuation) }
        return state.isIdle
      }
      if isIdle { continuation.resume() }
    }
  }
}
