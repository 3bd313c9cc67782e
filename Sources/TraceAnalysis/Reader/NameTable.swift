#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Every distinct pair of prefix and name met in a trace, each held once.
///
/// Looking a pair up compares bytes and creates no `String`; only the first of its kind does. The
/// table has a limit, so that a trace of ever new names cannot exhaust memory.
public final class NameTable {
  /// How many names are held before all others become ``NameID/overflow``.
  public let capacity: Int

  private var names: [TraceName]
  private var entries: [Entry] = []
  private var bytes: [UInt8] = []
  private var slots: [Int32]

  private struct Entry {
    var hash: UInt64
    var start: Int
    var prefixLength: Int
    var nameLength: Int
    var id: Int32
  }

  /// What ``NameID/overflow`` is called.
  static let overflowName = "(further names)"

  init(capacity: Int = 65_536) {
    self.capacity = capacity
    names = [TraceName(name: ""), TraceName(name: Self.overflowName)]
    slots = Array(repeating: -1, count: 1024)
  }

  /// The number of names, with the empty and the overflow name.
  public var count: Int { names.count }

  /// All names, each at its ``NameID/index``.
  public var all: [TraceName] { names }

  /// The text of a name.
  public subscript(id: NameID) -> TraceName {
    names.indices.contains(Int(id.index)) ? names[Int(id.index)] : names[0]
  }

  func intern(prefix: UnsafeRawBufferPointer, name: UnsafeRawBufferPointer) -> NameID {
    if prefix.isEmpty, name.isEmpty { return .empty }
    let nameHash = Self.hash(name, seed: UInt64(truncatingIfNeeded: name.count))
    let hash = Self.hash(prefix, seed: nameHash)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.hash == hash, matches(entry, prefix, name) { return NameID(index: entry.id) }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard entries.count < capacity else { return .overflow }
    let id = Int32(names.count)
    names.append(
      TraceName(
        prefix: String(decoding: prefix, as: UTF8.self), name: String(decoding: name, as: UTF8.self)
      ))
    entries.append(
      Entry(
        hash: hash, start: bytes.count, prefixLength: prefix.count, nameLength: name.count, id: id))
    bytes.append(contentsOf: prefix)
    bytes.append(contentsOf: name)
    slots[slot] = Int32(entries.count - 1)
    if entries.count * 2 > slots.count { grow() }
    return NameID(index: id)
  }

  private func matches(
    _ entry: Entry, _ prefix: UnsafeRawBufferPointer, _ name: UnsafeRawBufferPointer
  ) -> Bool {
    guard entry.prefixLength == prefix.count, entry.nameLength == name.count else { return false }
    return bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress.map { $0 + entry.start }
      guard let start else { return false }
      if let base = prefix.baseAddress, memcmp(start, base, prefix.count) != 0 { return false }
      if let base = name.baseAddress, memcmp(start + prefix.count, base, name.count) != 0 {
        return false
      }
      return true
    }
  }

  private func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, entry) in entries.enumerated() {
      var slot = Int(truncatingIfNeeded: entry.hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
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
