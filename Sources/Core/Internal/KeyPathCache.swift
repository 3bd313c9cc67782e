/// Objects found by the key paths they were made for.
///
/// A key path literal that captures nothing is the same object each time it is evaluated, so that
/// comparing addresses finds it. One that was made in another way is compared by value.
///
/// A class, as a structure would be copied out of its owner for each search. Touched in a store's
/// isolation only, and for the time of one call, so access to it need not be checked.
@usableFromInline
final class KeyPathCache {
  private struct Entry {
    let first: Unmanaged<AnyKeyPath>
    let second: Unmanaged<AnyKeyPath>
    let object: Unmanaged<AnyObject>
  }

  /// What is searched holds no counted references, so that a search counts none.
  @exclusivity(unchecked) private var entries: ContiguousArray<Entry> = []
  /// Keeps alive what the entries refer to.
  @exclusivity(unchecked) private var owners: ContiguousArray<AnyObject> = []

  @usableFromInline
  init() {}

  @usableFromInline
  func object(for first: AnyKeyPath, _ second: AnyKeyPath) -> Unmanaged<AnyObject>? {
    let firstAddress = Unmanaged.passUnretained(first).toOpaque()
    let secondAddress = Unmanaged.passUnretained(second).toOpaque()
    let found = entries.withUnsafeBufferPointer { entries -> Unmanaged<AnyObject>? in
      for entry in entries
      where entry.first.toOpaque() == firstAddress && entry.second.toOpaque() == secondAddress {
        return entry.object
      }
      return nil
    }
    return found ?? equalObject(for: first, second)
  }

  @inline(never)
  private func equalObject(
    for first: AnyKeyPath, _ second: AnyKeyPath
  ) -> Unmanaged<AnyObject>? {
    entries.first {
      $0.first.takeUnretainedValue() == first && $0.second.takeUnretainedValue() == second
    }?.object
  }

  @usableFromInline
  func insert(_ object: AnyObject, for first: AnyKeyPath, _ second: AnyKeyPath) {
    owners.append(contentsOf: [first, second, object])
    entries.append(
      Entry(
        first: .passUnretained(first), second: .passUnretained(second),
        object: .passUnretained(object)))
  }
}
