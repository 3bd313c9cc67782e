import CompanionSupport

/// The actions of an effect that have been sent from the main actor, and have not yet arrived at a
/// store in another isolation.
///
/// Sending does not wait for them, and the effect may overtake them: an actor runs jobs of higher
/// priority first.
struct PendingDeliveries: ~Copyable, Sendable {
  /// Not private: Swift 6.3 fails to compile a private type in a field that is not a reference.
  struct State {
    var count = 0
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// An action was sent.
  func add() {
    state.withLock { $0.count += 1 }
  }

  /// An action has arrived.
  func remove() {
    let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      state.count -= 1
      guard state.count == 0 else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  var isEmpty: Bool { state.withLock { $0.count == 0 } }

  /// Resumes the continuation of the effect, which waits once, when all actions have arrived.
  func resumeWhenEmpty(_ continuation: UnsafeContinuation<Void, Never>) {
    let isEmpty = state.withLock { state in
      guard state.count > 0 else { return true }
      state.waiter = continuation
      return false
    }
    if isEmpty { continuation.resume() }
  }
}
