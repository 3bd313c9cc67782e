import Dispatch
import Synchronization

/// Passes batches from the decoding thread to the reading thread, and back for reuse.
///
/// Their number is fixed: the faster thread waits for the other, and memory does not grow.
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

  /// An empty batch, `nil` if the reader accepts no more.
  func take() -> MessageBatch? {
    free.wait()
    return state.withLock { $0.isClosed ? nil : $0.free.removeLast() }
  }

  /// Passes on a batch.
  func put(_ batch: MessageBatch) {
    state.withLock { $0.filled.append(batch) }
    filled.signal()
  }

  /// Ends the sequence of batches.
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

  /// Returns a batch for reuse.
  func recycle(_ batch: MessageBatch) {
    batch.removeAll()
    state.withLock { $0.free.append(batch) }
    free.signal()
  }

  /// Ends reading: no more batches are accepted.
  func close() {
    state.withLock { $0.isClosed = true }
    free.signal()
  }
}
