@_spi(Reflection) import Swift

/// The names of properties, for messages.
enum PropertyName {
  /// The property of a key path, as it would be written: `\State.query`.
  ///
  /// The key path of an ``ObservableState`` property leads to a computed property; the name comes
  /// from its stored field.
  static func text<Root, Value>(of keyPath: KeyPath<Root, Value>) -> String {
    guard let offset = StateLayout.offset(of: keyPath),
      let path = path(to: Value.self, at: offset, in: Root.self)
    else { return "\(keyPath)" }
    return "\\\(Root.self).\(path.joined(separator: "."))"
  }

  /// The fields that lead to the value of a type at an offset.
  private static func path(
    to type: Any.Type, at offset: Int, in root: Any.Type
  ) -> [String]? {
    var result: [String]?
    _ = _forEachField(of: root) { name, start, fieldType, _ in
      let name = String(cString: name)
      let label = name.hasPrefix("_") ? String(name.dropFirst()) : name
      if start == offset, fieldType == type {
        result = [label]
      } else if start <= offset, offset < start + size(of: fieldType) {
        result = path(to: type, at: offset - start, in: fieldType).map { [label] + $0 }
      }
      return result == nil
    }
    return result
  }

  private static func size(of type: Any.Type) -> Int {
    func size<T>(_: T.Type) -> Int { MemoryLayout<T>.size }
    return _openExistential(type, do: size)
  }
}
