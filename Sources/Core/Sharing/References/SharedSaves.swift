import CompanionSupport

/// Saves values with a key in the order of the changes, without holding the lock of the value.
///
/// Changes during a save wait for it, on any thread: the saving thread continues until none is
/// left. So a key may take a long time, and may wait for threads that read or change the value.
final class SharedSaves<Key: SharedKey>: SharedSaving, Sendable {
  private struct Entry: Sendable {
    let value: Key.Value
    let context: SaveContext
    let continuation: SaveContinuation
  }

  private struct Queue {
    var entries: [Entry] = []
    var isSaving = false
  }

  private let key: Key
  private let queue = Locked(Queue())

  init(_ key: Key) {
    self.key = key
  }

  func enqueue(_ value: Key.Value, context: SaveContext, continuation: SaveContinuation) {
    let entry = Entry(value: value, context: context, continuation: continuation)
    queue.withLock { $0.entries.append(entry) }
  }

  func saveQueued(context: SaveContext) {
    var isSaving = false
    while let entry = next(isSaving: isSaving) {
      isSaving = true
      key.save(entry.value, context: entry.context, continuation: entry.continuation)
    }
  }

  /// - Parameter isSaving: Whether the caller is the saving thread.
  private func next(isSaving: Bool) -> Entry? {
    queue.withLock { queue in
      guard isSaving || !queue.isSaving else { return nil }
      queue.isSaving = !queue.entries.isEmpty
      return queue.isSaving ? queue.entries.removeFirst() : nil
    }
  }
}

/// Saves the values of a key that saves in two steps.
struct QueuedSaves<Key: QueuingSharedKey>: SharedSaving {
  let key: Key

  func enqueue(_ value: Key.Value, context: SaveContext, continuation: SaveContinuation) {
    key.enqueue(value, context: context, continuation: continuation)
  }

  func saveQueued(context: SaveContext) {
    key.saveQueued(context: context)
  }
}

/// Saves the changes of a value.
protocol SharedSaving<Value>: Sendable {
  associatedtype Value: Sendable

  /// Enqueues a value to save. Called under the lock of the value.
  func enqueue(_ value: Value, context: SaveContext, continuation: SaveContinuation)

  /// Saves the enqueued values. Called without the lock.
  func saveQueued(context: SaveContext)
}
