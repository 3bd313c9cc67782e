/// The stored properties of a struct type, as listed by runtime metadata.
struct StructMetadata {
  let fields: [(type: Any.Type, offset: Int)]
  /// Whether ``fields`` has all stored properties.
  let isComplete: Bool

  private enum Layout {
    static let descriptorFields = 16
    static let fieldOffsets = 24
    static let fieldRecordSize = 10
    static let fieldCount = 12
    static let fieldRecords = 16
    static let recordTypeName = 4
  }

  /// Returns `nil` for other types, and if the metadata is not known to be valid. A property whose
  /// type the binary does not contain is left out.
  init?(_ type: Any.Type) {
    guard RuntimeMetadata.isKnown else { return nil }
    self.init(unchecked: type)
  }

  init?(unchecked type: Any.Type) {
    guard TypeMetadata.kind(of: type) == TypeMetadata.Kind.structure else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let descriptor = metadata.load(fromByteOffset: TypeMetadata.word, as: UnsafeRawPointer.self)
    guard let list = TypeMetadata.relative(descriptor + Layout.descriptorFields) else { return nil }
    let size = Int(list.load(fromByteOffset: Layout.fieldRecordSize, as: UInt16.self))
    let count = Int(list.load(fromByteOffset: Layout.fieldCount, as: UInt32.self))
    let offsets =
      metadata
      + Int(descriptor.load(fromByteOffset: Layout.fieldOffsets, as: UInt32.self))
      * TypeMetadata.word
    fields = (0..<count).compactMap { index in
      let record = list + Layout.fieldRecords + index * size
      guard let name = TypeMetadata.relative(record + Layout.recordTypeName),
        let type = TypeMetadata.type(named: name, in: descriptor, of: metadata)
      else { return nil }
      return (type, Int(offsets.load(fromByteOffset: index * 4, as: UInt32.self)))
    }
    isComplete = fields.count == count && offsets != metadata
  }

  /// The offsets of a type's stored properties of type `wanted`, including those within nested
  /// structs.
  ///
  /// - Parameter isSought: Called with the types of the nested structs.
  /// - Returns: Also whether `isSought` is true of a struct around the property.
  static func places(
    of wanted: Any.Type, in type: Any.Type, within isSought: (Any.Type) -> Bool = { _ in false }
  ) -> [(offset: Int, isWithin: Bool)] {
    guard let metadata = StructMetadata(type) else { return [] }
    return metadata.fields.flatMap { field in
      field.type == wanted
        ? [(field.offset, false)]
        : places(of: wanted, in: field.type, within: isSought).map {
          (field.offset + $0.offset, $0.isWithin || isSought(field.type))
        }
    }
  }

  /// The bytes of a type's values that represent the value: all but the padding between the stored
  /// properties of structs, which a copy need not have.
  static func parts(of type: Any.Type) -> [Range<Int>] {
    func open<Value>(_: Value.Type) -> Range<Int> { 0..<MemoryLayout<Value>.size }
    let all = _openExistential(type, do: open)
    guard let metadata = StructMetadata(type), metadata.isComplete, !metadata.fields.isEmpty else {
      return all.isEmpty ? [] : [all]
    }
    var parts: [Range<Int>] = []
    for field in metadata.fields {
      for part in Self.parts(of: field.type) {
        let part = part.lowerBound + field.offset..<part.upperBound + field.offset
        guard part.clamped(to: all) == part else { return [all] }
        if let last = parts.last, last.upperBound == part.lowerBound {
          parts[parts.count - 1] = last.lowerBound..<part.upperBound
        } else {
          parts.append(part)
        }
      }
    }
    return parts
  }
}
