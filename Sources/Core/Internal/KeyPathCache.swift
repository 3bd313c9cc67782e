/// Objects found by the key paths they were made for.
///
/// A key path literal that captures nothing is the same object each time it is evaluated, so that
/// comparing addresses finds it. One that was made in another way, `\.rows[id: id]` for example, is
/// compared by value. As there may be any number of those, the cache is gone through when it grows:
/// objects that were not asked for since the last time, and that nothing else refers to, are left
/// out.
///
/// Plain memory, which its owner has to give back: a store has one of these, which must cost
/// nothing while it is empty, and no reference is counted to search it.
///
/// Unchecked: it is touched in the store's isolation only, and by the end of the store, when nobody
/// else can reach it.
@usableFromInline
struct KeyPathCache: @unchecked Sendable {
  private struct Entry {
    let first: Unmanaged<AnyKeyPath>
    let second: Unmanaged<AnyKeyPath>
    var object: Unmanaged<AnyObject>
    /// Whether it was asked for since the cache was gone through.
    var wasUsed = false

    func release() {
      first.release()
      second.release()
      object.release()
    }
  }

  /// So many are searched one by one.
  private static let fewEntries = 16
  /// With so many, the cache is gone through before it grows.
  private static let manyEntries = 64

  private var entries: UnsafeMutablePointer<Entry>?
  private(set) var count = 0
  private var capacity = 0
  /// Finds entries once there are more than a few.
  private var index: Unmanaged<KeyPathIndex>?

  @usableFromInline
  init() {}

  @usableFromInline
  func object(for first: AnyKeyPath, _ second: AnyKeyPath) -> Unmanaged<AnyObject>? {
    guard let entries else { return nil }
    let firstAddress = UnsafeRawPointer(Unmanaged.passUnretained(first).toOpaque())
    let secondAddress = UnsafeRawPointer(Unmanaged.passUnretained(second).toOpaque())
    for index in 0..<min(count, Self.fewEntries)
    where UnsafeRawPointer(entries[index].first.toOpaque()) == firstAddress
      && UnsafeRawPointer(entries[index].second.toOpaque()) == secondAddress
    {
      entries[index].wasUsed = true
      return entries[index].object
    }
    guard let position = equalEntry(first, second) else { return nil }
    entries[position].wasUsed = true
    return entries[position].object
  }

  @inline(never)
  private func equalEntry(_ first: AnyKeyPath, _ second: AnyKeyPath) -> Int? {
    if let index { return index._withUnsafeGuaranteedRef { $0.position(of: first, second) } }
    return UnsafeBufferPointer(start: entries, count: count).firstIndex {
      $0.first.takeUnretainedValue() == first && $0.second.takeUnretainedValue() == second
    }
  }

  @usableFromInline
  mutating func insert(_ object: AnyObject, for first: AnyKeyPath, _ second: AnyKeyPath) {
    if count == capacity {
      if capacity >= Self.manyEntries { removeUnused() }
      if count > capacity / 2 || capacity < Self.manyEntries { grow() }
    }
    append(
      Entry(
        first: .passRetained(first), second: .passRetained(second), object: .passRetained(object)))
  }

  /// Adds an entry, for which there is room.
  private mutating func append(_ entry: Entry) {
    entries.unsafelyUnwrapped.advanced(by: count).initialize(to: entry)
    count += 1
    if let index {
      index._withUnsafeGuaranteedRef {
        $0.insert(
          entry.first.takeUnretainedValue(), entry.second.takeUnretainedValue(), at: count - 1)
      }
    } else if count > Self.fewEntries {
      makeIndex()
    }
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

  /// Leaves out what was not asked for since this was done last, unless something else refers to
  /// it.
  private mutating func removeUnused() {
    guard let entries else { return }
    var unused: [Entry] = []
    var kept = 0
    for position in 0..<count {
      if entries[position].wasUsed {
        entries[kept] = entries[position]
        entries[kept].wasUsed = false
        kept += 1
      } else {
        unused.append(entries[position])
      }
    }
    count = kept
    makeIndex()
    // Once the cache is complete again, as the end of an object may be anything.
    for entry in unused {
      if isReferred(entry.object) {
        append(entry)
      } else {
        entry.first.release()
        entry.second.release()
      }
    }
  }

  /// Gives an object up, and takes it back if it is still there.
  private func isReferred(_ object: Unmanaged<AnyObject>) -> Bool {
    if let stores = object.takeUnretainedValue() as? any StoresOfChildren, stores.areReferred {
      return true
    }
    weak let known = object.takeUnretainedValue()
    object.release()
    guard let known else { return false }
    _ = Unmanaged.passRetained(known)
    return true
  }

  private mutating func makeIndex() {
    index?.release()
    index = nil
    guard count > Self.fewEntries, let entries else { return }
    let index = KeyPathIndex()
    for position in 0..<count {
      index.insert(
        entries[position].first.takeUnretainedValue(),
        entries[position].second.takeUnretainedValue(), at: position)
    }
    self.index = .passRetained(index)
  }

  /// Releases all that is in the cache, which must not be used any more.
  func deallocate() {
    index?.release()
    for entry in UnsafeBufferPointer(start: entries, count: count) { entry.release() }
    entries?.deallocate()
  }
}

/// What a store keeps of children that may be there or not.
protocol StoresOfChildren: AnyObject {
  /// Whether anything else refers to a store of them; asked in the isolation of the stores.
  nonisolated var areReferred: Bool { get }
}

/// Where in a ``KeyPathCache`` the entries for two key paths are.
private final class KeyPathIndex {
  private struct Addresses: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  private struct Values: Hashable {
    let first: AnyKeyPath
    let second: AnyKeyPath
  }

  /// Literals are found by their addresses, without a look at what is in them.
  private var positionsByAddresses: [Addresses: Int] = [:]
  private var positions: [Values: Int] = [:]

  func position(of first: AnyKeyPath, _ second: AnyKeyPath) -> Int? {
    positionsByAddresses[Addresses(first: .init(first), second: .init(second))]
      ?? positions[Values(first: first, second: second)]
  }

  func insert(_ first: AnyKeyPath, _ second: AnyKeyPath, at position: Int) {
    positionsByAddresses[Addresses(first: .init(first), second: .init(second))] = position
    positions[Values(first: first, second: second)] = position
  }
}
