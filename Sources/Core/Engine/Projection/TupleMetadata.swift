/// The elements of a tuple type, as listed by runtime metadata.
struct TupleMetadata {
  let elements: [(type: Any.Type, offset: Int)]

  /// Returns `nil` for other types, and if the metadata is not known to be valid.
  init?(_ type: Any.Type) {
    guard RuntimeMetadata.isKnown else { return nil }
    self.init(unchecked: type)
  }

  init?(unchecked type: Any.Type) {
    guard TypeMetadata.kind(of: type) == TypeMetadata.Kind.tuple else { return nil }
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = TypeMetadata.word
    let count = metadata.load(fromByteOffset: word, as: Int.self)
    let first = metadata + 3 * word
    elements = (0..<count).map { index in
      let element = first + index * 2 * word
      return (
        unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self),
        Int(element.load(fromByteOffset: word, as: UInt32.self))
      )
    }
  }
}
