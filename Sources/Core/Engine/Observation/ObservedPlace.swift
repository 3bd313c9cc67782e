@_spi(Reflection) import Swift

/// A property that observers read. Its name is looked up only for instruments.
///
/// Unchecked: types and key paths never change.
package struct ObservedPlace: Hashable, @unchecked Sendable {
  enum Key: Hashable {
    /// The whole value.
    case whole
    /// The key that `@ObservableState` writes for the name of a property.
    case field(UInt32)
    /// The property that was read, at its key path.
    case path(AnyKeyPath)
    /// A shared value, which may be the value of several properties.
    case shared
  }

  /// The type of the state.
  package let type: Any.Type
  let key: Key

  init(type: Any.Type, key: Key) {
    self.type = type
    self.key = key
  }

  init(_ path: AnyKeyPath) {
    self.init(type: Swift.type(of: path).rootType, key: .path(path))
  }

  /// Whether the place is a part of a value, not the whole value.
  var isPart: Bool {
    switch key {
    case .whole, .field(0): false
    default: true
    }
  }

  /// Whether the place is a property of its type. A shared value may belong to several.
  package var isProperty: Bool {
    if case .shared = key { false } else { isPart }
  }

  /// The name of the property in the source code; `nil` for a computed one.
  package var name: String? {
    switch key {
    case .whole, .shared: return nil
    case .field(let key): return name { ObservedLayout.fieldKeys(of: $1).contains(key) }
    case .path(let path):
      func open<State>(_: State.Type) -> String? { name(at: path, State.self) }
      return _openExistential(type, do: open)
    }
  }

  private func name<State>(at path: AnyKeyPath, _: State.Type) -> String? {
    guard let path = path as? PartialKeyPath<State> else { return nil }
    if let property = StateLayout.property(at: path) {
      return ObservedPlace(type: type, key: .field(property.field)).name
    }
    guard let place = MemoryLayout<State>.offset(of: path) else { return nil }
    return name { offset, _ in offset == place }
  }

  private func name(where isProperty: (_ offset: Int, _ name: String) -> Bool) -> String? {
    var found: String?
    _forEachField(of: type) { label, offset, _, _ in
      let name = Self.name(ofStorage: String(cString: label))
      if isProperty(offset, name) { found = name }
      return found == nil
    }
    return found
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type && lhs.key == rhs.key
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type))
    hasher.combine(key)
  }

  /// The name of a property, whose storage has an underscore if a macro or a wrapper adds it.
  static func name(ofStorage label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
