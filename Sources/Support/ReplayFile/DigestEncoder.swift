/// Encodes a value into a ``DigestNode``.
struct DigestEncoder: Encoder {
  let node = DigestNode()
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { Self.userInfo }
  // Not the id that comes next, which other stacks draw as well.
  private static let userInfo: [CodingUserInfoKey: any Sendable] = [
    ReplayCoding.stackElementIDs: "ids", ReplayCoding.isRecording: true,
  ]

  func encode(_ value: some Encodable) throws {
    if let unordered = value as? any UnorderedElements {
      node.become(.unordered)
      try unordered.addElements(to: node)
    } else {
      try value.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.become(.keyed)
    return KeyedEncodingContainer(DigestKeys<Key>(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.become(.list)
    return DigestList(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    DigestValue(encoder: self)
  }
}

/// The common part of the three kinds of containers: primitive values, each with its kind.
private protocol PrimitiveDigests {
  mutating func put(_ kind: DigestNode.Kind, _ value: UInt64)
}

extension PrimitiveDigests {
  mutating func put(_ value: some FixedWidthInteger) {
    put(.integer, DigestNode.hash(value))
  }
}

private struct DigestKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: DigestNode
  let codingPath: [any CodingKey]

  private func put(_ kind: DigestNode.Kind, _ value: UInt64, _ key: Key) {
    node.add(kind, value, at: DigestNode.hash(key.stringValue))
  }

  private func put(_ value: some FixedWidthInteger, _ key: Key) {
    put(.integer, DigestNode.hash(value), key)
  }

  private func part(_ key: any CodingKey) -> DigestEncoder {
    let encoder = DigestEncoder(codingPath: codingPath + [key])
    node.add(encoder.node, at: DigestNode.hash(key.stringValue))
    return encoder
  }

  mutating func encodeNil(forKey key: Key) { put(.null, 0, key) }
  mutating func encode(_ value: Bool, forKey key: Key) { put(.bool, value ? 1 : 0, key) }
  mutating func encode(_ value: String, forKey key: Key) {
    put(.string, DigestNode.hash(value), key)
  }
  mutating func encode(_ value: Double, forKey key: Key) {
    put(.float, DigestNode.hash(value), key)
  }
  mutating func encode(_ value: Float, forKey key: Key) {
    put(.float, DigestNode.hash(Double(value)), key)
  }
  mutating func encode(_ value: Int, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: Int128, forKey key: Key) { put(value, key) }
  mutating func encode(_ value: UInt128, forKey key: Key) { put(value, key) }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try part(key).encode(value)
  }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    part(key).container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    part(key).unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { part(SuperKey()) }
  mutating func superEncoder(forKey key: Key) -> any Encoder { part(key) }
}

private struct SuperKey: CodingKey {
  var stringValue: String { "super" }
  var intValue: Int? { nil }
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}

private struct DigestList: UnkeyedEncodingContainer, PrimitiveDigests {
  let node: DigestNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  mutating func put(_ kind: DigestNode.Kind, _ value: UInt64) {
    node.add(kind, value, at: UInt64(node.count))
  }

  private func part() -> DigestEncoder {
    let encoder = DigestEncoder(codingPath: codingPath)
    node.add(encoder.node, at: UInt64(node.count))
    return encoder
  }

  mutating func encodeNil() { put(.null, 0) }
  mutating func encode(_ value: Bool) { put(.bool, value ? 1 : 0) }
  mutating func encode(_ value: String) { put(.string, DigestNode.hash(value)) }
  mutating func encode(_ value: Double) { put(.float, DigestNode.hash(value)) }
  mutating func encode(_ value: Float) { put(.float, DigestNode.hash(Double(value))) }
  mutating func encode(_ value: Int) { put(value) }
  mutating func encode(_ value: Int8) { put(value) }
  mutating func encode(_ value: Int16) { put(value) }
  mutating func encode(_ value: Int32) { put(value) }
  mutating func encode(_ value: Int64) { put(value) }
  mutating func encode(_ value: UInt) { put(value) }
  mutating func encode(_ value: UInt8) { put(value) }
  mutating func encode(_ value: UInt16) { put(value) }
  mutating func encode(_ value: UInt32) { put(value) }
  mutating func encode(_ value: UInt64) { put(value) }
  mutating func encode(_ value: Int128) { put(value) }
  mutating func encode(_ value: UInt128) { put(value) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try part().encode(value) }
  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    part().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    part().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { part() }
}

private struct DigestValue: SingleValueEncodingContainer, PrimitiveDigests {
  let encoder: DigestEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func put(_ kind: DigestNode.Kind, _ value: UInt64) { encoder.node.set(kind, value) }

  mutating func encodeNil() { put(.null, 0) }
  mutating func encode(_ value: Bool) { put(.bool, value ? 1 : 0) }
  mutating func encode(_ value: String) { put(.string, DigestNode.hash(value)) }
  mutating func encode(_ value: Double) { put(.float, DigestNode.hash(value)) }
  mutating func encode(_ value: Float) { put(.float, DigestNode.hash(Double(value))) }
  mutating func encode(_ value: Int) { put(value) }
  mutating func encode(_ value: Int8) { put(value) }
  mutating func encode(_ value: Int16) { put(value) }
  mutating func encode(_ value: Int32) { put(value) }
  mutating func encode(_ value: Int64) { put(value) }
  mutating func encode(_ value: UInt) { put(value) }
  mutating func encode(_ value: UInt8) { put(value) }
  mutating func encode(_ value: UInt16) { put(value) }
  mutating func encode(_ value: UInt32) { put(value) }
  mutating func encode(_ value: UInt64) { put(value) }
  mutating func encode(_ value: Int128) { put(value) }
  mutating func encode(_ value: UInt128) { put(value) }
  mutating func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
