import CompanionSupport
import ComposableCore
import ReferenceEngine

/// Where effects wait until the program says that it is their turn, or until they are cancelled.
final class Turns: Sendable {
  struct Failure: Error {}

  private struct State {
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var isOver = false
  }

  private let state = Locked(State())

  /// - Parameter didInterrupt: Called if the wait is cancelled, before the task goes on.
  func wait(
    _ serial: Int, _ reaction: ReferenceReaction, didInterrupt: @escaping @Sendable () -> Void
  ) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard !Task.isCancelled, !state.isOver else { return true }
          state.waiting[serial] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      guard let continuation = take(serial) else { return }
      didInterrupt()
      continuation.resume()
    }
    guard Task.isCancelled else { return }
    switch reaction {
    case .stop: throw CancellationError()
    case .fail: throw Failure()
    case .goOn: break
    }
  }

  func resume(_ serial: Int) { take(serial)?.resume() }

  private func take(_ serial: Int) -> CheckedContinuation<Void, Never>? {
    state.withLock { $0.waiting.removeValue(forKey: serial) }
  }

  /// The program has ended. All waiting tasks continue, and no task waits any more: a task that is
  /// not cancelled with its effect would stay forever.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  var isOver: Bool { state.withLock { $0.isOver } }
}
