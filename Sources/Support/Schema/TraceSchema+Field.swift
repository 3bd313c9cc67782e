extension TraceSchema {
  /// A field of an event.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public let name: String
    /// The type of the field.
    public let type: FieldType
    /// Whether an event without it cannot be used.
    public let isNeeded: Bool
    /// The version of the schema that added it to its event, 1 if the event always had it.
    public let since: Int

    static func needed(_ name: String, _ type: FieldType = .uint64) -> Self {
      Self(name: name, type: type, isNeeded: true, since: 1)
    }

    static func field(_ name: String, _ type: FieldType, since: Int = 1) -> Self {
      Self(name: name, type: type, isNeeded: false, since: since)
    }
  }

  /// The type of a field.
  public enum FieldType: Hashable, Sendable {
    /// An unsigned integer of 8 bits.
    case uint8
    /// An unsigned integer of 32 bits.
    case uint32
    /// An unsigned integer of 64 bits.
    case uint64
    /// A signed integer of 64 bits.
    case int64
    /// UTF-8 with a NUL at its end.
    case string
    /// A value of an enumeration, in 8 bits.
    case enumeration(Enumeration)

    /// The name of the type in the documentation.
    public var name: String {
      switch self {
      case .uint8: "uint8"
      case .uint32: "uint32"
      case .uint64: "uint64"
      case .int64: "int64"
      case .string: "string"
      case .enumeration(let enumeration): "enum `\(enumeration.rawValue)`"
      }
    }
  }
}
