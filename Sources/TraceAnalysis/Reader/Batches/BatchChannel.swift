import Dispatch
import Synchronization

/// Hands batches from the thread that decodes a trace to the one that wants it, and back for reuse.
///
/// There are only so many of them: the faster thread waits for the other, and memory stays as it
/// is.
final class BatchChannel: Sendable {
  private struct State {
    var filled: [MessageBatch] = []
    var free: [MessageBatch] = []
    var isClosed = false
  }

  private let state: Mutex<State>
  private let filled = DispatchSemaphore(value: 0)
  private let free = DispatchSemaphore(value: 0)

  init(batches count: Int = 4) {
    state = Mutex(State(free: (0..<count).map { _ in MessageBatch() }))
    for _ in 0..<count { free.signal() }
  }

  // MARK: - Where batches are filled

  /// An empty batch, `nil` if nothing more is wanted.
  func take() -> MessageBatch? {
    free.wait()
    return state.withLock { $0.isClosed ? nil : $0.free.removeLast() }
  }

  /// Hands a batch over.
  func put(_ batch: MessageBatch) {
    state.withLock { $0.filled.append(batch) }
    filled.signal()
  }

  /// Says that there is no more.
  func end() { filled.signal() }

  // MARK: - Where batches are wanted

  /// The next batch, `nil` if there is no more.
  func next() -> MessageBatch? {
    filled.wait()
    return state.withLock { $0.filled.isEmpty ? nil : $0.filled.removeFirst() }
  }

  /// The next batch, `nil` if there is none now.
  func poll() -> MessageBatch? {
    guard filled.wait(timeout: .now()) == .success else { return nil }
    return state.withLock { $0.filled.isEmpty ? nil : $0.filled.removeFirst() }
  }

  /// Gives a batch back.
  func recycle(_ batch: MessageBatch) {
    batch.removeAll()
    state.withLock { $0.free.append(batch) }
    free.signal()
  }

  /// Says that nothing more is wanted.
  func close() {
    state.withLock { $0.isClosed = true }
    free.signal()
  }
}
