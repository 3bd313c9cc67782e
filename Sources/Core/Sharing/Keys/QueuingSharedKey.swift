/// A key that saves in two steps.
///
/// The first one is fast and determines the order: it takes place while the value cannot change.
/// The second one may take its time.
protocol QueuingSharedKey<Value>: SharedKey {
  /// Notes what to save.
  func enqueue(_ value: Value, context: SaveContext, continuation: SaveContinuation)

  /// Saves what was noted, now or later.
  func saveQueued(context: SaveContext)
}
