/// Decodes the output of another version: a missing key counts as an empty value, zero or `nil`.
///
/// It wraps the decoder of a format, and its containers, so that types keep their synthesized code.
struct TolerantDecoder: Decoder {
  /// `nil` for a missing value.
  let base: (any Decoder)?
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? [:] }

  init(_ base: (any Decoder)?, at path: [any CodingKey] = []) {
    self.base = base
    codingPath = base?.codingPath ?? path
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      TolerantFields(base: try base?.container(keyedBy: type), codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TolerantElements(base: try base?.unkeyedContainer(), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    if let base { return try base.singleValueContainer() }
    throw DecodingError.valueNotFound(
      Any.self,
      DecodingError.Context(codingPath: codingPath, debugDescription: "There is no value."))
  }
}

/// A word that represents one of several values in a report. Later versions can add others.
protocol ReportWord: Decodable {
  /// The value for a missing or unknown word; `nil` to omit it.
  static var whenUnknown: Self? { get }
}

extension ReportOptions.Order: ReportWord {
  static var whenUnknown: Self? { .total }
}

extension ReportOptions.Grouping: ReportWord {
  static var whenUnknown: Self? { nil }
}

extension PartRelation.Kind: ReportWord {
  static var whenUnknown: Self? { .overlap }
}

extension Span.Kind: ReportWord {
  static var whenUnknown: Self? { .action }
}

extension Finding.Payer: ReportWord {
  static var whenUnknown: Self? { .recording }
}

extension Finding.Certainty: ReportWord {
  static var whenUnknown: Self? { .likely }
}

extension RuleVerdict.Outcome: ReportWord {
  static var whenUnknown: Self? { .notJudged }
}

extension Span.Outcome: ReportWord {
  static var whenUnknown: Self? { .unknown }
}

private struct TolerantFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>?
  let codingPath: [any CodingKey]

  var allKeys: [Key] { base?.allKeys ?? [] }

  func contains(_ key: Key) -> Bool { base?.contains(key) ?? false }

  func decodeNil(forKey key: Key) throws -> Bool { try base?.decodeNil(forKey: key) ?? true }

  private func value<Value: Decodable>(_ key: Key, else missing: Value) throws -> Value {
    try base?.decodeIfPresent(Value.self, forKey: key) ?? missing
  }

  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try value(key, else: false) }
  func decode(_: String.Type, forKey key: Key) throws -> String { try value(key, else: "") }
  func decode(_: Double.Type, forKey key: Key) throws -> Double { try value(key, else: 0) }
  func decode(_: Float.Type, forKey key: Key) throws -> Float { try value(key, else: 0) }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try value(key, else: 0) }
  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try value(key, else: 0) }
  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try value(key, else: 0) }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try value(key, else: 0) }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try value(key, else: 0) }
  func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try value(key, else: 0) }
  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key, else: 0) }
  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key, else: 0) }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key, else: 0) }
  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key, else: 0) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let isThere = try contains(key) && !decodeNil(forKey: key)
    if let word = type as? any ReportWord.Type, let unknown = word.whenUnknown as? Value {
      guard isThere else { return unknown }
      return (try? base?.decode(type, forKey: key)) ?? unknown
    }
    return try Value(
      from: TolerantDecoder(
        isThere ? base?.superDecoder(forKey: key) : nil, at: codingPath + [key]))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    if let word = type as? any ReportWord.Type {
      return (try? base?.decode(type, forKey: key)) ?? word.whenUnknown as? Value
    }
    return try decode(type, forKey: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try TolerantDecoder(superDecoder(forKey: key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try TolerantDecoder(superDecoder(forKey: key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { TolerantDecoder(try base?.superDecoder()) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TolerantDecoder(contains(key) ? try base?.superDecoder(forKey: key) : nil)
  }
}

private struct TolerantElements: UnkeyedDecodingContainer {
  var base: (any UnkeyedDecodingContainer)?
  let codingPath: [any CodingKey]

  var count: Int? { base == nil ? 0 : base?.count }
  var isAtEnd: Bool { base?.isAtEnd ?? true }
  var currentIndex: Int { base?.currentIndex ?? 0 }

  private var atEnd: DecodingError {
    DecodingError.valueNotFound(
      Any.self,
      DecodingError.Context(codingPath: codingPath, debugDescription: "There is no element."))
  }

  mutating func decodeNil() throws -> Bool { try base?.decodeNil() ?? true }

  private mutating func value<Value: Decodable>() throws -> Value {
    guard let value = try base?.decode(Value.self) else { throw atEnd }
    return value
  }

  mutating func decode(_: Bool.Type) throws -> Bool { try value() }
  mutating func decode(_: String.Type) throws -> String { try value() }
  mutating func decode(_: Double.Type) throws -> Double { try value() }
  mutating func decode(_: Float.Type) throws -> Float { try value() }
  mutating func decode(_: Int.Type) throws -> Int { try value() }
  mutating func decode(_: Int8.Type) throws -> Int8 { try value() }
  mutating func decode(_: Int16.Type) throws -> Int16 { try value() }
  mutating func decode(_: Int32.Type) throws -> Int32 { try value() }
  mutating func decode(_: Int64.Type) throws -> Int64 { try value() }
  mutating func decode(_: UInt.Type) throws -> UInt { try value() }
  mutating func decode(_: UInt8.Type) throws -> UInt8 { try value() }
  mutating func decode(_: UInt16.Type) throws -> UInt16 { try value() }
  mutating func decode(_: UInt32.Type) throws -> UInt32 { try value() }
  mutating func decode(_: UInt64.Type) throws -> UInt64 { try value() }

  mutating func decode<Value: Decodable>(_: Value.Type) throws -> Value {
    guard let element = try base?.decode(Tolerated<Value>.self) else { throw atEnd }
    return element.value
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try TolerantDecoder(superDecoder()).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try TolerantDecoder(superDecoder()).unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { TolerantDecoder(try base?.superDecoder()) }
}

/// Decodes a value tolerantly wherever it is decoded.
struct Tolerated<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws { value = try Value(from: TolerantDecoder(decoder)) }
}
