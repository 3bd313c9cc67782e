/// The elements of a tuple type, as the runtime's metadata lists them.
struct TupleMetadata {
  let elements: [(type: Any.Type, offset: Int)]

  private static let kind = 0x301

  /// Returns `nil` for a type that is no tuple.
  init?(_ type: Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard metadata.load(as: Int.self) == Self.kind else { return nil }
    let word = MemoryLayout<Int>.size
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
