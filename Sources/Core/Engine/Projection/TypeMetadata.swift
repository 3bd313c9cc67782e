/// The runtime metadata of any type.
enum TypeMetadata {
  /// The kinds of types that are distinguished here.
  enum Kind {
    static let structure = 0x200
    static let enumeration = 0x201
    static let tuple = 0x301
    static let function = 0x302
    static let metatype = 0x304
  }

  static let word = MemoryLayout<UnsafeRawPointer>.size
  static let genericArguments = 2 * word

  static func kind(of type: Any.Type) -> Int {
    unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: Int.self)
  }

  /// Whether a type is a struct, by the kind word of its metadata: available even if the rest of
  /// the metadata is unknown.
  static func isStruct(_ type: Any.Type) -> Bool {
    RuntimeMetadata.areKindsKnown && kind(of: type) == Kind.structure
  }

  static func witnessFlags(of type: Any.Type) -> UInt32 {
    WitnessLayout.table(of: type)
      .load(fromByteOffset: WitnessLayout.current.flags, as: UInt32.self)
  }

  static func size(of type: Any.Type) -> Int {
    WitnessLayout.table(of: type).load(fromByteOffset: WitnessLayout.current.size, as: Int.self)
  }

  static func alignment(of type: Any.Type) -> Int {
    Int(witnessFlags(of: type) & WitnessLayout.alignmentMask) + 1
  }

  /// Whether generic and specialized code store a value of the type in the same way.
  ///
  /// True for all types but functions and metatypes, and tuples and optionals of these.
  static func isStoredAsIs(_ type: Any.Type) -> Bool {
    guard RuntimeMetadata.isKnown else { return isStoredAsIs(named: _typeName(type)) }
    if let tuple = TupleMetadata(type) {
      return tuple.elements.allSatisfy { isStoredAsIs($0.type) }
    }
    if let optional = type as? any OptionalType.Type { return isStoredAsIs(optional.wrapped) }
    let kind = kind(of: type)
    return kind != Kind.function && kind != Kind.metatype
  }

  /// The same, by the name of the type: the values of generic types are stored the same way,
  /// whatever their arguments are.
  private static func isStoredAsIs(named name: String) -> Bool {
    let optional = "Swift.Optional<"
    if name.hasPrefix(optional) {
      return isStoredAsIs(named: String(name.dropFirst(optional.count).dropLast()))
    }
    var depth = 0
    var text = ""
    for character in name {
      switch character {
      case "<": depth += 1
      case ">" where text.last != "-" && depth > 0: depth -= 1
      default: if depth == 0 { text.append(character) }
      }
    }
    return !text.contains("->")
      && !text.split(whereSeparator: { "(), ".contains($0) }).contains { $0.hasSuffix(".Type") }
  }

  /// Whether a payload's type in metadata denotes a type: the same type but for the labels of a
  /// tuple, where a tuple of one element exists for payloads only.
  static func isPayload(_ payload: Any.Type, _ type: Any.Type) -> Bool {
    if payload == type { return true }
    guard let lhs = TupleMetadata(payload) else { return false }
    if lhs.elements.count == 1 { return lhs.elements[0].type == type }
    guard let rhs = TupleMetadata(type) else { return false }
    return lhs.elements.elementsEqual(rhs.elements) { $0.type == $1.type && $0.offset == $1.offset }
  }

  /// Follows a 32-bit offset that is relative to its own address; 0 stands for "nothing".
  static func relative(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = pointer.load(as: Int32.self)
    return offset == 0 ? nil : pointer + Int(offset)
  }

  /// The type of a mangled name in the declaration of a type, if the binary contains it.
  static func type(
    named name: UnsafeRawPointer, in descriptor: UnsafeRawPointer, of metadata: UnsafeRawPointer
  ) -> Any.Type? {
    _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), length(ofMangledName: name),
      genericContext: descriptor, genericArguments: metadata + genericArguments)
  }

  /// Mangled names end with a zero byte, but may contain references with zero bytes.
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
