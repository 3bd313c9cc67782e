import ComposableCore
import ReferenceEngine

/// Where effects wait until the program says that it is their turn, or until they are cancelled.
final class Turns: Sendable {
  struct Failure: Error {}

  private let state = Locked<[Int: CheckedContinuation<Void, Never>]>([:])

  func wait(_ serial: Int, _ reaction: ReferenceReaction) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !Task.isCancelled else { return true }
          state[serial] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      resume(serial)
    }
    guard Task.isCancelled else { return }
    switch reaction {
    case .stop: throw CancellationError()
    case .fail: throw Failure()
    case .goOn: break
    }
  }

  func resume(_ serial: Int) {
    state.withLock { $0.removeValue(forKey: serial) }?.resume()
  }
}
