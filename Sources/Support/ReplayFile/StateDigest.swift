/// A number that represents a value: equal values have the same one, in every process.
///
/// It is computed from the encoded value. The order of elements in sets and dictionaries does not
/// matter, nor does the sign of a zero. Values that are equal, but are encoded differently, such as
/// texts of other Unicode scalars, have different digests.
package enum StateDigest {
  /// The digest of a value.
  ///
  /// - Throws: The error of encoding the value.
  package static func of(_ value: some Encodable) throws -> UInt64 {
    let encoder = DigestEncoder(codingPath: [])
    try encoder.encode(value)
    return encoder.node.digest
  }
}

/// A part of an encoded value.
final class DigestNode {
  /// The kind of value, as far as it makes a difference: an empty list is not an empty dictionary.
  enum Kind: UInt64 {
    case nothing, null, bool, integer, float, string, keyed, list, unordered
  }

  private var kind = Kind.nothing
  /// Complete parts: a sum, as the order of keys does not matter.
  private var sum: UInt64 = 0
  /// Parts that may still be extended, with their positions.
  private var parts: [(place: UInt64, node: DigestNode)] = []
  private(set) var count = 0

  var digest: UInt64 {
    let total = parts.reduce(sum) { $0 &+ Self.pair($1.place, $1.node.digest) }
    return Self.pair(kind.rawValue &+ 1, total)
  }

  func become(_ kind: Kind) {
    if self.kind == .nothing { self.kind = kind }
  }

  func set(_ kind: Kind, _ value: UInt64) {
    self.kind = kind
    sum = value
  }

  func add(_ node: DigestNode, at place: UInt64) {
    count += 1
    parts.append((place, node))
  }

  func add(_ kind: Kind, _ value: UInt64, at place: UInt64) {
    count += 1
    sum = sum &+ Self.pair(place, Self.pair(kind.rawValue &+ 1, value))
  }

  func add(digest: UInt64, at place: UInt64) {
    count += 1
    sum = sum &+ Self.pair(place, digest)
  }

  static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    mixed(mixed(first &+ 0x9E37_79B9_7F4A_7C15) ^ second)
  }

  /// Spreads each bit over all others.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  static func hash(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
  }

  static func hash(_ value: Double) -> UInt64 {
    if value.isNaN { return Double.nan.bitPattern }
    return value.isZero ? 0 : value.bitPattern
  }

  static func hash<Value: FixedWidthInteger>(_ value: Value) -> UInt64 {
    let low = UInt64(truncatingIfNeeded: value)
    return Value.bitWidth > 64 ? pair(UInt64(truncatingIfNeeded: value >> 64), low) : low
  }
}

/// A collection whose elements have no order.
protocol UnorderedElements {
  /// Adds up the digests of its elements.
  func addElements(to node: DigestNode) throws
}

extension Set: UnorderedElements where Element: Encodable {
  func addElements(to node: DigestNode) throws {
    for element in self { node.add(digest: try StateDigest.of(element), at: 0) }
  }
}

extension Dictionary: UnorderedElements where Key: Encodable, Value: Encodable {
  func addElements(to node: DigestNode) throws {
    for (key, value) in self {
      node.add(digest: try StateDigest.of(value), at: try StateDigest.of(key))
    }
  }
}
