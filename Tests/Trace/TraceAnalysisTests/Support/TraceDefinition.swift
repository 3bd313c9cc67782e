import TraceSchema

/// The type of a field in a trace written for a test.
enum FieldType {
  case unsigned(bits: Int)
  case signed(bits: Int)
  case string
  case enumeration([(String, Int)])

  var tsdl: String {
    switch self {
    case .unsigned(let bits): "integer { size = \(bits); align = 8; signed = 0; base = 10; }"
    case .signed(let bits): "integer { size = \(bits); align = 8; signed = 1; base = 10; }"
    case .string: "string"
    case .enumeration(let values):
      "enum : integer { size = 8; align = 8; signed = 0; base = 10; } {"
        + values.map { "\"\($0)\" = \($1)" }.joined(separator: ", ") + "}"
    }
  }
}

/// An event class in a trace written for a test.
struct EventDefinition {
  var name: String
  var fields: [(String, FieldType)]

  init(_ name: String, _ fields: [(String, FieldType)]) {
    self.name = name
    self.fields = fields
  }

  /// The events of a version of the schema, and an event of another provider.
  static func schema(_ version: Int) -> [EventDefinition] {
    TraceSchema.Event.allCases.filter { $0.since <= version }.map { event in
      var fields = event.fields.filter { $0.since <= version }.map {
        ($0.name, FieldType($0.type))
      }
      // Removed in version 4.
      if event == .effectEnd, version < 4 {
        fields += [("running", .signed(bits: 64)), ("suspended", .signed(bits: 64))]
      }
      return EventDefinition(event.fullName, fields)
    } + [EventDefinition("other:tick", [("number", .unsigned(bits: 32))])]
  }

  /// The events of the present version, and an event of another provider.
  static let schema = schema(Int(TraceSchema.version))
}

extension FieldType {
  fileprivate init(_ type: TraceSchema.FieldType) {
    switch type {
    case .uint8: self = .unsigned(bits: 8)
    case .uint32: self = .unsigned(bits: 32)
    case .uint64: self = .unsigned(bits: 64)
    case .int64: self = .signed(bits: 64)
    case .string: self = .string
    case .enumeration(let enumeration):
      self = .enumeration(enumeration.values.map { ($0.name, Int($0.value)) })
    }
  }
}
