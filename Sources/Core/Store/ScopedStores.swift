/// The stores scoped from one store, found by the two key paths that describe them.
///
/// A key path literal that captures nothing is the same object each time it is evaluated, so that
/// comparing addresses finds it. A key path made in another way is compared by value, and its
/// address remembered beside the first.
@usableFromInline
struct ScopedStores {
  private struct Entry {
    let state: AnyKeyPath
    let action: AnyKeyPath
    let store: AnyObject
  }

  private var entries: [Entry] = []

  @usableFromInline
  mutating func store(state: AnyKeyPath, action: AnyKeyPath) -> AnyObject? {
    for entry in entries where entry.state === state && entry.action === action {
      return entry.store
    }
    for entry in entries where entry.state == state && entry.action == action {
      return entry.store
    }
    return nil
  }

  @usableFromInline
  mutating func insert(_ store: AnyObject, state: AnyKeyPath, action: AnyKeyPath) {
    entries.append(Entry(state: state, action: action, store: store))
  }
}
