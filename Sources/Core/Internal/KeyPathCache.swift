/// Objects found by the key paths they were made for.
///
/// A key path literal that captures nothing is the same object each time it is evaluated, so that
/// comparing addresses finds it. One that was made in another way is compared by value.
///
/// Plain memory, which its owner has to give back: a store has one of these, which must cost nothing
/// while it is empty, and no reference is counted to search it.
///
/// Unchecked: it is touched in the store's isolation only, and by the end of the store, when nobody
/// else can reach it.
@usableFromInline
struct KeyPathCache: @unchecked Sendable {
  private struct Entry {
    let first: Unmanaged<AnyKeyPath>
    let second: Unmanaged<AnyKeyPath>
    let object: Unmanaged<AnyObject>
  }

  private var entries: UnsafeMutablePointer<Entry>?
  private var count = 0
  private var capacity = 0

  @usableFromInline
  init() {}

  @usableFromInline
  func object(for first: AnyKeyPath, _ second: AnyKeyPath) -> Unmanaged<AnyObject>? {
    guard let entries else { return nil }
    let firstAddress = Unmanaged.passUnretained(first).toOpaque()
    let secondAddress = Unmanaged.passUnretained(second).toOpaque()
    for index in 0..<count
    where entries[index].first.toOpaque() == firstAddress
      && entries[index].second.toOpaque() == secondAddress
    {
      return entries[index].object
    }
    return equalObject(for: first, second)
  }

  @inline(never)
  private func equalObject(
    for first: AnyKeyPath, _ second: AnyKeyPath
  ) -> Unmanaged<AnyObject>? {
    UnsafeBufferPointer(start: entries, count: count).first {
      $0.first.takeUnretainedValue() == first && $0.second.takeUnretainedValue() == second
    }?.object
  }

  @usableFromInline
  mutating func insert(_ object: AnyObject, for first: AnyKeyPath, _ second: AnyKeyPath) {
    if count == capacity { grow() }
    entries.unsafelyUnwrapped.advanced(by: count).initialize(
      to: Entry(
        first: .passRetained(first), second: .passRetained(second), object: .passRetained(object)))
    count += 1
  }

  private mutating func grow() {
    capacity = max(2, capacity * 2)
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    if let entries {
      larger.moveInitialize(from: entries, count: count)
      entries.deallocate()
    }
    entries = larger
  }

  /// Releases all that is in the cache, which must not be used any more.
  func deallocate() {
    for entry in UnsafeBufferPointer(start: entries, count: count) {
      entry.first.release()
      entry.second.release()
      entry.object.release()
    }
    entries?.deallocate()
  }
}
