/// A key that saves in two steps.
///
/// The first step is fast and determines the order: it takes place while the value cannot change.
/// The second step may take a long time.
protocol QueuingSharedKey<Value>: SharedKey {
  /// Enqueues a value to save.
  func enqueue(_ value: Value, context: SaveContext, continuation: SaveContinuation)

  /// Saves the enqueued values, now or later.
  func saveQueued(context: SaveContext)
}
