/// What the runtime's metadata says of any type.
enum TypeMetadata {
  /// The kinds of types that are told apart here.
  enum Kind {
    static let structure = 0x200
    static let enumeration = 0x201
    static let tuple = 0x301
    static let function = 0x302
    static let metatype = 0x304
  }

  static let word = MemoryLayout<UnsafeRawPointer>.size
  static let genericArguments = 2 * word

  private static let valueWitnessFlags = 10 * word
  private static let alignmentMask: UInt32 = 0xFF

  static func kind(of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
  }

  static func witnessFlags(of type: Any.Type) -> UInt32 {
    unsafeBitCast(type, to: UnsafeRawPointer.self)
      .load(fromByteOffset: -word, as: UnsafeRawPointer.self)
      .load(fromByteOffset: valueWitnessFlags, as: UInt32.self)
  }

  static func alignment(of type: Any.Type) -> Int {
    Int(witnessFlags(of: type) & alignmentMask) + 1
  }

  /// Whether code that knows the type keeps a value in memory as code that does not.
  ///
  /// So it is with all types but functions and metatypes, and tuples and optionals of these.
  static func isStoredAsIs(_ type: Any.Type) -> Bool {
    if let tuple = TupleMetadata(type) {
      return tuple.elements.allSatisfy { isStoredAsIs($0.type) }
    }
    if let optional = type as? any OptionalType.Type { return isStoredAsIs(optional.wrapped) }
    let kind = kind(of: type)
    return kind != Kind.function && kind != Kind.metatype
  }

  /// Follows a 32-bit offset that is relative to its own address; 0 stands for "nothing".
  static func relative(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = pointer.load(as: Int32.self)
    return offset == 0 ? nil : pointer + Int(offset)
  }

  /// The type that a mangled name stands for in the declaration of a type, if the binary tells.
  static func type(
    named name: UnsafeRawPointer, in descriptor: UnsafeRawPointer, of metadata: UnsafeRawPointer
  ) -> Any.Type? {
    _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), length(ofMangledName: name),
      genericContext: descriptor, genericArguments: metadata + genericArguments)
  }

  /// Mangled names end with a zero byte, but may hold references whose bytes can be zero.
  private static func length(ofMangledName name: UnsafeRawPointer) -> UInt {
    var end = name
    while true {
      switch end.load(as: UInt8.self) {
      case 0: return UInt(end - name)
      case 0x01...0x17: end += 1 + 4
      case 0x18...0x1F: end += 1 + word
      default: end += 1
      }
    }
  }
}

private protocol OptionalType {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrapped: Any.Type { Wrapped.self }
}
