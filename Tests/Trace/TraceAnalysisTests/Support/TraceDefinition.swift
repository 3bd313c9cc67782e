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

  /// The events of versions 1 to 3 that are others now.
  static let earlierSchema: [EventDefinition] = schema.map { definition in
    var definition = definition
    definition.fields.removeAll { $0.0 == "announced" || $0.0 == "age" }
    if definition.name == "composable:effect_end" {
      definition.fields += [("running", .signed(bits: 64)), ("suspended", .signed(bits: 64))]
    }
    return definition
  }

  /// The events of the schema, and an event of another provider.
  static let schema: [EventDefinition] =
    TraceSchema.Event.allCases.map { event in
      EventDefinition(event.fullName, event.fields.map { ($0.name, FieldType($0.type)) })
    } + [EventDefinition("other:tick", [("number", .unsigned(bits: 32))])]
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
