/// The actions of an effect that are on their way from the main actor to a store elsewhere.
///
/// They are not waited for when they are sent, and the effect may overtake them: an actor runs what
/// is more urgent first.
struct PendingDeliveries: ~Copyable, Sendable {
  /// Not private: Swift 6.3 fails to compile a private type in a field that is no reference.
  struct State {
    var count = 0
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// One sets off.
  func add() {
    state.withLock { $0.count += 1 }
  }

  /// One has arrived.
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

  /// Resumes a continuation once all have arrived; that of the effect, which waits once.
  func resumeWhenEmpty(_ continuation: UnsafeContinuation<Void, Never>) {
    let isEmpty = state.withLock { state in
      guard state.count > 0 else { return true }
      state.waiter = continuation
      return false
    }
    if isEmpty { continuation.resume() }
  }
}
