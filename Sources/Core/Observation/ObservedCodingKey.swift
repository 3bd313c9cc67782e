/// The coding key of an observable state, as `@ObservableState` writes it.
///
/// The storage of an observed property has another name than the property. These keys name the
/// properties, whether the state or an extension declares `Codable`.
public protocol _ObservedCodingKey: CodingKey {}

extension _ObservedCodingKey where Self: RawRepresentable<String> {
  /// The name of the property.
  public var stringValue: String { StorageNames.areRead ? "_\(rawValue)" : rawValue }
}

/// The names of storage, which earlier versions wrote for some states.
private enum StorageNames {
  /// Whether the keys on this thread are keys of storage. A container cannot be given a key of
  /// another type, and `Codable` takes no key that is not of a property.
  @TaskLocal static var areRead = false
}

// The compiler's implementation of `init(from:)` calls these where the key is of the kind above. An
// overload per type is needed, as the standard library has the same.
extension KeyedDecodingContainer where Key: _ObservedCodingKey {
  /// Decodes the value of a property.
  public func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try valueIfPresent(type, key)
  }

  /// Decodes the value of a property.
  public func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try valueIfPresent(type, key)
  }

  /// Decodes a presented state. A missing key means that nothing is presented.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    try valueIfPresent(type, key) ?? PresentationState(wrappedValue: nil)
  }

  /// Decodes the value of a property.
  public func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try value(type, key)
  }

  /// Decodes the value of a property, if there is one.
  public func decodeIfPresent<Value: Decodable>(
    _ type: Value.Type, forKey key: Key
  ) throws -> Value? {
    try valueIfPresent(type, key)
  }

  private func value<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    try StorageNames.$areRead.withValue(isOfStorage(key)) { try written(type, key) }
  }

  private func valueIfPresent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    try StorageNames.$areRead.withValue(isOfStorage(key)) { try writtenIfPresent(type, key) }
  }

  /// Whether there is a value with the name of the storage only.
  private func isOfStorage(_ key: Key) -> Bool {
    func contains(_ areRead: Bool) -> Bool {
      StorageNames.$areRead.withValue(areRead) { self.contains(key) }
    }
    return !contains(false) && contains(true)
  }
}

extension KeyedDecodingContainer {
  // Without the requirement on the key, these call the functions of the standard library.

  fileprivate func written<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    try decode(type, forKey: key)
  }

  fileprivate func writtenIfPresent<Value: Decodable>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    try decodeIfPresent(type, forKey: key)
  }
}
