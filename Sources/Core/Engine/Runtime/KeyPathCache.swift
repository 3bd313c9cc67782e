/// Objects indexed by their role and the key paths they were made for.
///
/// A key path literal without captures is the same object each time it is evaluated, so comparing
/// addresses finds it. Any other key path, such as `\.rows[id: id]`, is compared by value. As the
/// number of those is unbounded, the cache is swept when it grows: objects that were not requested
/// since the last sweep, and have no other references, are removed.
///
/// Plain memory, which its owner must deallocate: a store has one cache, which must cost nothing
/// while it is empty, and a search must not touch reference counts.
///
/// Comparing key paths may run user code (the `==` of a subscript argument), and so may releasing
/// removed objects. While such code runs, the cache is in the middle of an operation: a reentrant
/// call then searches by address only, and stores nothing new.
///
/// Unchecked: it is accessed in the store's isolation only, and in the store's deinitializer, when
/// there are no other references.
@usableFromInline
struct KeyPathCache: @unchecked Sendable {
  /// The role of an object: the same two key paths may stand for several, where a type of state is
  /// also a type of actions.
  @usableFromInline
  enum Role: UInt8 {
    /// The observation of a value.
    case value
    /// The store of a child.
    case child
    /// The stores of children that come and go, or the observation of these.
    case children
  }

  private struct Entry {
    let first: Unmanaged<AnyKeyPath>
    let second: Unmanaged<AnyKeyPath>
    var object: Unmanaged<AnyObject>
    let role: Role
    /// Whether the entry was requested since the last sweep.
    var wasUsed = false

    func release() {
      first.release()
      second.release()
      object.release()
    }
  }

  /// The contents of the cache, behind a pointer: a reentrant call sees the current contents, and
  /// exclusive access is not checked.
  private struct Table {
    var entries: UnsafeMutablePointer<Entry>
    var count = 0
    var capacity: Int
    /// Finds entries if there are more than a few.
    var index: Unmanaged<KeyPathIndex>?
    /// Whether key paths are being compared, or entries removed.
    var isInUse = false

    init(capacity: Int) {
      entries = .allocate(capacity: capacity)
      self.capacity = capacity
    }
  }

  /// Up to this number, entries are searched linearly.
  private static let fewEntries = 16
  /// From this number on, the cache is swept before it grows.
  private static let manyEntries = 64

  private var table: UnsafeMutablePointer<Table>?

  var count: Int { table?.pointee.count ?? 0 }

  @usableFromInline
  init() {}

  @usableFromInline
  func object(
    _ role: Role, for first: AnyKeyPath, _ second: AnyKeyPath
  ) -> Unmanaged<AnyObject>? {
    guard let table else { return nil }
    let entries = table.pointee.entries
    let firstAddress = UnsafeRawPointer(Unmanaged.passUnretained(first).toOpaque())
    let secondAddress = UnsafeRawPointer(Unmanaged.passUnretained(second).toOpaque())
    for index in 0..<min(table.pointee.count, Self.fewEntries)
    where UnsafeRawPointer(entries[index].first.toOpaque()) == firstAddress
      && UnsafeRawPointer(entries[index].second.toOpaque()) == secondAddress
      && entries[index].role == role
    {
      entries[index].wasUsed = true
      return entries[index].object
    }
    guard let position = Self.equalEntry(role, first, second, in: table) else { return nil }
    entries[position].wasUsed = true
    return entries[position].object
  }

  @inline(never)
  private static func equalEntry(
    _ role: Role, _ first: AnyKeyPath, _ second: AnyKeyPath,
    in table: UnsafeMutablePointer<Table>
  ) -> Int? {
    guard !table.pointee.isInUse else { return nil }
    table.pointee.isInUse = true
    defer { table.pointee.isInUse = false }
    if let index = table.pointee.index {
      return index._withUnsafeGuaranteedRef { $0.position(of: role, first, second) }
    }
    return UnsafeBufferPointer(start: table.pointee.entries, count: table.pointee.count)
      .firstIndex {
        $0.role == role && $0.first.takeUnretainedValue() == first
          && $0.second.takeUnretainedValue() == second
      }
  }

  @usableFromInline
  mutating func insert(
    _ object: AnyObject, _ role: Role, for first: AnyKeyPath, _ second: AnyKeyPath
  ) {
    let table = madeTable()
    guard !table.pointee.isInUse else { return }
    table.pointee.isInUse = true
    defer { table.pointee.isInUse = false }
    if table.pointee.count == table.pointee.capacity {
      let capacity = table.pointee.capacity
      if capacity >= Self.manyEntries { Self.removeUnused(in: table) }
      if table.pointee.count > capacity / 2 || capacity < Self.manyEntries { Self.grow(table) }
    }
    Self.append(
      Entry(
        first: .passRetained(first), second: .passRetained(second), object: .passRetained(object),
        role: role),
      to: table)
  }

  @inline(never)
  private mutating func madeTable() -> UnsafeMutablePointer<Table> {
    if let table { return table }
    let new = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    new.initialize(to: Table(capacity: 2))
    table = new
    return new
  }

  /// Appends an entry; there must be room for it.
  private static func append(_ entry: Entry, to table: UnsafeMutablePointer<Table>) {
    let position = table.pointee.count
    table.pointee.entries.advanced(by: position).initialize(to: entry)
    table.pointee.count = position + 1
    if let index = table.pointee.index {
      index._withUnsafeGuaranteedRef {
        $0.insert(
          entry.role, entry.first.takeUnretainedValue(), entry.second.takeUnretainedValue(),
          at: position)
      }
    } else if position + 1 > fewEntries {
      makeIndex(of: table)
    }
  }

  private static func grow(_ table: UnsafeMutablePointer<Table>) {
    let capacity = table.pointee.capacity * 2
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
    larger.moveInitialize(from: table.pointee.entries, count: table.pointee.count)
    table.pointee.entries.deallocate()
    table.pointee.entries = larger
    table.pointee.capacity = capacity
  }

  /// Removes entries that were not requested since the last sweep and have no other references.
  private static func removeUnused(in table: UnsafeMutablePointer<Table>) {
    let entries = table.pointee.entries
    var unused: [Entry] = []
    var kept = 0
    for position in 0..<table.pointee.count {
      if entries[position].wasUsed {
        entries[kept] = entries[position]
        entries[kept].wasUsed = false
        kept += 1
      } else {
        unused.append(entries[position])
      }
    }
    table.pointee.count = kept
    makeIndex(of: table)
    // Once the cache is consistent again, as a deinitializer may run any code.
    for entry in unused {
      if isReferred(entry.object) {
        append(entry, to: table)
      } else {
        entry.first.release()
        entry.second.release()
      }
    }
  }

  /// Whether an object has other references: releases it, and retains it again if it still exists.
  private static func isReferred(_ object: Unmanaged<AnyObject>) -> Bool {
    if let stores = object.takeUnretainedValue() as? any StoresOfChildren, stores.areReferred {
      return true
    }
    weak let known = object.takeUnretainedValue()
    object.release()
    guard let known else { return false }
    _ = Unmanaged.passRetained(known)
    return true
  }

  private static func makeIndex(of table: UnsafeMutablePointer<Table>) {
    table.pointee.index?.release()
    table.pointee.index = nil
    guard table.pointee.count > fewEntries else { return }
    let entries = table.pointee.entries
    let index = KeyPathIndex()
    for position in 0..<table.pointee.count {
      index.insert(
        entries[position].role, entries[position].first.takeUnretainedValue(),
        entries[position].second.takeUnretainedValue(), at: position)
    }
    table.pointee.index = .passRetained(index)
  }

  /// Releases all entries and the memory. The cache must not be used afterwards.
  func deallocate() {
    guard let table else { return }
    table.pointee.index?.release()
    for entry in UnsafeBufferPointer(start: table.pointee.entries, count: table.pointee.count) {
      entry.release()
    }
    table.pointee.entries.deallocate()
    table.deallocate()
  }
}

/// A store's cache of the stores of optional children.
protocol StoresOfChildren: AnyObject {
  /// Whether any of these stores has other references. Read in the isolation of the stores.
  nonisolated var areReferred: Bool { get }
}

/// The positions of the entries for two key paths in a ``KeyPathCache``.
private final class KeyPathIndex {
  private struct Addresses: Hashable {
    let role: KeyPathCache.Role
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  private struct Values: Hashable {
    let role: KeyPathCache.Role
    let first: AnyKeyPath
    let second: AnyKeyPath
  }

  /// Literals are found by their addresses, without comparing their contents.
  private var positionsByAddresses: [Addresses: Int] = [:]
  private var positions: [Values: Int] = [:]

  func position(
    of role: KeyPathCache.Role, _ first: AnyKeyPath, _ second: AnyKeyPath
  ) -> Int? {
    positionsByAddresses[Addresses(role: role, first: .init(first), second: .init(second))]
      ?? positions[Values(role: role, first: first, second: second)]
  }

  func insert(
    _ role: KeyPathCache.Role, _ first: AnyKeyPath, _ second: AnyKeyPath, at position: Int
  ) {
    positionsByAddresses[
      Addresses(role: role, first: .init(first), second: .init(second))] = position
    positions[Values(role: role, first: first, second: second)] = position
  }
}
