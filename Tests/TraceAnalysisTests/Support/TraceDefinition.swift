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

  private static let id = FieldType.unsigned(bits: 64)
  private static let store: [(String, FieldType)] = [
    ("store", id), ("parent", id), ("feature", .string), ("file", .string),
    ("line", .unsigned(bits: 32)),
  ]

  private static let signposter: [(String, FieldType)] = [
    ("id", id), ("subsystem", .string), ("category", .string), ("name", .string),
  ]

  private static let observer: [(String, FieldType)] = [
    ("store", id), ("file", .string), ("line", .unsigned(bits: 32)),
  ]

  private static let start: [(String, FieldType)] = [
    ("announced", .unsigned(bits: 8)), ("age", .signed(bits: 64)),
  ]

  /// The events of versions 1 to 3 that are others now.
  static let earlierSchema: [EventDefinition] = schema.map { definition in
    var definition = definition
    definition.fields.removeAll { $0.0 == "announced" || $0.0 == "age" }
    if definition.name == "composable:effect_end" {
      definition.fields += [("running", .signed(bits: 64)), ("suspended", .signed(bits: 64))]
    }
    return definition
  }

  /// Version 4 of the schema.
  static let schema: [EventDefinition] = [
    EventDefinition(
      "composable:schema", [("version", .unsigned(bits: 32)), ("library", .string)]),
    EventDefinition("composable:store_created", store + start),
    EventDefinition("composable:store_released", store),
    EventDefinition(
      "composable:action_begin",
      [
        ("action", id), ("cause", id), ("parent", id), ("store", id), ("prefix", .string),
        ("name", .string),
      ]),
    EventDefinition(
      "composable:action_end",
      [
        ("action", id), ("state_changed", .enumeration([("unknown", 0), ("no", 1), ("yes", 2)])),
        (
          "effect",
          .enumeration([
            ("none", 0), ("run", 1), ("send", 2), ("merge", 3), ("concatenate", 4), ("cancel", 5),
          ])
        ),
      ]),
    EventDefinition(
      "composable:effect_begin",
      [("effect", id), ("action", id), ("prefix", .string), ("name", .string)] + start),
    EventDefinition("composable:effect_output", [("effect", id), ("name", .string)]),
    EventDefinition(
      "composable:effect_end",
      [
        ("effect", id),
        ("outcome", .enumeration([("finished", 0), ("cancelled", 1), ("failed", 2)])),
        ("outputs", .unsigned(bits: 32)),
      ]),
    EventDefinition(
      "composable:interval_begin", [("interval", id)] + signposter + [("message", .string)]),
    EventDefinition(
      "composable:interval_end",
      [("interval", id)] + signposter + [
        (
          "outcome",
          .enumeration([("finished", 0), ("cancelled", 1), ("failed", 2), ("abandoned", 3)])
        ),
        ("message", .string),
      ]),
    EventDefinition("composable:event", signposter + [("message", .string)]),
    EventDefinition(
      "composable:log",
      [
        (
          "level",
          .enumeration([
            ("trace", 0), ("debug", 1), ("info", 2), ("notice", 3), ("warning", 4), ("error", 5),
            ("critical", 6),
          ])
        ),
        ("label", .string), ("message", .string), ("metadata", .string), ("file", .string),
        ("line", .unsigned(bits: 32)),
      ]),
    EventDefinition("composable:action_payload", [("action", id), ("payload", .string)]),
    EventDefinition(
      "composable:budget_exceeded",
      [
        ("action", id), ("prefix", .string), ("name", .string), ("budget", .unsigned(bits: 64)),
        ("taken", .unsigned(bits: 64)),
      ]),
    EventDefinition(
      "composable:send",
      [
        ("action", id), ("cause", id), ("store", id), ("depth", .unsigned(bits: 32)),
        ("reentrant", .unsigned(bits: 8)), ("name", .string),
      ]),
    EventDefinition("composable_values:state_diff", [("action", id), ("text", .string)]),
    EventDefinition(
      "composable:scope", [("store", id), ("child", id), ("cached", .unsigned(bits: 8))]),
    EventDefinition("composable:observe_begin", observer),
    EventDefinition("composable:observe_end", observer),
    EventDefinition("other:tick", [("number", .unsigned(bits: 32))]),
  ]
}
