#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Assigns a ``NameID`` to each distinct pair of prefix and name of a trace.
///
/// A look-up compares bytes and creates no `String`; only the first of each pair does.
final class NameInterner {
  /// The number of names that are kept before all others become ``NameID/overflow``.
  private let capacity: Int

  /// The number of names beyond the capacity, without their prefixes.
  private(set) var furtherNames = DistinctHashes()

  /// The names by index: the first two represent the empty name and all names beyond the capacity.
  private(set) var names = NameTable.initialNames
  private var entries: UnsafeMutablePointer<Entry>
  private var count = 0
  private var slots: UnsafeMutablePointer<Int32>
  private var slotCount = 1024

  private struct Entry {
    var hash: UInt64
    /// The prefix, followed by the name.
    var bytes: UnsafeMutableRawBufferPointer
    var prefixLength: Int
    var id: Int32
  }

  init(capacity: Int = 65_536) {
    self.capacity = capacity
    slots = Self.emptySlots(slotCount)
    entries = .allocate(capacity: slotCount / 2)
  }

  deinit {
    for index in 0..<count { entries[index].bytes.deallocate() }
    entries.deallocate()
    slots.deallocate()
  }

  func intern(prefix: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer) -> NameID {
    if prefix.isEmpty, name.isEmpty { return .empty }
    let nameHash = Self.hash(name, seed: UInt64(truncatingIfNeeded: name.count))
    let hash = Self.hash(prefix, seed: nameHash)
    var slot = Int(truncatingIfNeeded: hash) & (slotCount - 1)
    while slots[slot] >= 0 {
      let entry = entries + Int(slots[slot])
      if entry.pointee.hash == hash, Self.matches(entry.pointee, prefix, name) {
        return NameID(index: entry.pointee.id)
      }
      slot = (slot + 1) & (slotCount - 1)
    }
    guard count < capacity else {
      // Without the prefix: an action has the same name as its sends.
      furtherNames.insert(nameHash)
      return .overflow
    }
    return add(prefix, name, hash, slot)
  }

  private func add(
    _ prefix: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer, _ hash: UInt64, _ slot: Int
  ) -> NameID {
    let id = Int32(names.count)
    names.append(
      TraceName(
        prefix: String(decoding: prefix, as: UTF8.self), name: String(decoding: name, as: UTF8.self)
      ))
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: prefix.count + name.count, alignment: 1)
    bytes.copyBytes(from: prefix)
    UnsafeMutableRawBufferPointer(rebasing: bytes[prefix.count...]).copyBytes(from: name)
    (entries + count).initialize(
      to: Entry(hash: hash, bytes: bytes, prefixLength: prefix.count, id: id))
    slots[slot] = Int32(count)
    count += 1
    if count * 2 == slotCount { grow() }
    return NameID(index: id)
  }

  @inline(__always)
  private static func matches(
    _ entry: Entry, _ prefix: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer
  ) -> Bool {
    guard entry.prefixLength == prefix.count, entry.bytes.count == prefix.count + name.count,
      let start = entry.bytes.baseAddress
    else { return false }
    if let base = prefix.baseAddress, memcmp(start, base, prefix.count) != 0 { return false }
    if let base = name.baseAddress, memcmp(start + prefix.count, base, name.count) != 0 {
      return false
    }
    return true
  }

  private func grow() {
    let oldEntries = entries
    slots.deallocate()
    slotCount *= 2
    slots = Self.emptySlots(slotCount)
    entries = .allocate(capacity: slotCount / 2)
    entries.moveInitialize(from: oldEntries, count: count)
    oldEntries.deallocate()
    for index in 0..<count {
      var slot = Int(truncatingIfNeeded: entries[index].hash) & (slotCount - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slotCount - 1) }
      slots[slot] = Int32(index)
    }
  }

  private static func emptySlots(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let slots = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    slots.initialize(repeating: -1, count: count)
    return slots
  }

  // Names are 10 to 60 bytes and every event has one or two: eight bytes at a time keep this at a
  // few nanoseconds, which byte-wise hashes and Hasher do not.
  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed &+ 0x9e37_79b9_7f4a_7c15
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < bytes.count {
      tail = tail << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(hash ^ tail)
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    return product.high ^ product.low
  }
}
