/// Actions that wait for the current one to be processed, first in, first out.
final class ActionQueue<Action> {
  struct Entry {
    let action: Action
    /// The effect that sent it, if any.
    let effect: RunningEffect?
    let group: EffectGroup
    /// The id of its emitted send event, 0 if sends were not instrumented.
    let emittedID: UInt64
    /// The chain that it continues.
    let chain: UInt8
  }

  private var entries: [Entry?] = []
  private var head = 0

  var count: Int { entries.count - head }

  func append(_ entry: Entry) {
    entries.append(entry)
  }

  func popFirst() -> Entry? {
    guard head < entries.count else {
      if head > 0 {
        entries.removeAll(keepingCapacity: true)
        head = 0
      }
      return nil
    }
    defer { head += 1 }
    // Taken out, so that its contents are released while the queue is not in use: a deinitializer
    // may send actions.
    return entries[head].take()
  }
}
