import CBabeltrace

/// The position of a field in its structure, determined once for each event class.
struct FieldReference {
  enum Kind: UInt8 { case missing, unsigned, signed, string }

  var index: Int32
  var kind: Kind

  static let missing = FieldReference(index: 0, kind: .missing)

  var isMissing: Bool { kind == .missing }

  /// Finds a member of a structure; a member of another type counts as missing.
  static func integer(_ name: String, in structure: OpaquePointer?) -> FieldReference {
    let found = member(name, in: structure)
    return found.kind == .unsigned || found.kind == .signed ? found : .missing
  }

  static func string(_ name: String, in structure: OpaquePointer?) -> FieldReference {
    let found = member(name, in: structure)
    return found.kind == .string ? found : .missing
  }

  private static func member(_ name: String, in structure: OpaquePointer?) -> FieldReference {
    guard let structure, bt_field_class_get_type(structure) == BT_FIELD_CLASS_TYPE_STRUCTURE else {
      return .missing
    }
    for index in 0..<bt_field_class_structure_get_member_count(structure) {
      guard let member = bt_field_class_structure_borrow_member_by_index_const(structure, index),
        let memberName = bt_field_class_structure_member_get_name(member),
        String(cString: memberName) == name
      else { continue }
      let fieldClass = bt_field_class_structure_member_borrow_field_class_const(member)
      return FieldReference(
        index: Int32(clamping: index), kind: kind(bt_field_class_get_type(fieldClass)))
    }
    return .missing
  }

  private static func kind(_ type: bt_field_class_type) -> Kind {
    switch type {
    case BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER, BT_FIELD_CLASS_TYPE_UNSIGNED_ENUMERATION: .unsigned
    case BT_FIELD_CLASS_TYPE_SIGNED_INTEGER, BT_FIELD_CLASS_TYPE_SIGNED_ENUMERATION: .signed
    case BT_FIELD_CLASS_TYPE_STRING: .string
    default: .missing
    }
  }

  /// The bits of the integer, 0 if it is missing.
  @inline(__always)
  func bits(in structure: OpaquePointer?) -> UInt64 {
    switch kind {
    case .unsigned: bt_field_integer_unsigned_get_value(field(in: structure))
    case .signed:
      UInt64(bitPattern: bt_field_integer_signed_get_value(field(in: structure)))
    case .missing, .string: 0
    }
  }

  /// The bytes of the string, which live as long as the event.
  @inline(__always)
  func bytes(in structure: OpaquePointer?) -> UnsafeRawBufferPointer {
    guard kind == .string, let field = field(in: structure),
      let text = bt_field_string_get_value(field)
    else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(
      start: text, count: Int(truncatingIfNeeded: bt_field_string_get_length(field)))
  }

  @inline(__always)
  private func field(in structure: OpaquePointer?) -> OpaquePointer? {
    bt_field_structure_borrow_member_field_by_index_const(
      structure, UInt64(truncatingIfNeeded: index))
  }
}
