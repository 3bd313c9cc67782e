import CBabeltrace
import TraceSchema

/// How to decode the events of one class, decided once for each class.
struct EventPlan {
  enum Kind {
    /// An event of another provider.
    case foreign
    /// An event of one of our providers, which is not in this version of the schema.
    case unknown
    /// Without a required field.
    case malformed
    /// An event of the schema.
    case event(TraceSchema.Event)
  }

  /// The maximum number of fields of an event.
  typealias References = InlineArray<8, FieldReference>

  private(set) var kind: Kind
  /// The positions of the schema's fields in the event, in the order of the schema.
  private(set) var references = References(repeating: .missing)

  init(_ eventClass: OpaquePointer) {
    guard let text = bt_event_class_get_name(eventClass) else {
      kind = .foreign
      return
    }
    let parts = String(cString: text).split(separator: ":", maxSplits: 1)
    guard parts.count == 2, TraceSchema.Provider(rawValue: String(parts[0])) != nil else {
      kind = .foreign
      return
    }
    guard let event = TraceSchema.Event(rawValue: String(parts[1])),
      event.provider.rawValue == parts[0]
    else {
      kind = .unknown
      return
    }
    kind = .event(event)
    let payload = bt_event_class_borrow_payload_field_class_const(eventClass)
    for (index, field) in event.fields.enumerated() {
      references[index] =
        field.type == .string ? .string(field.name, in: payload) : .integer(field.name, in: payload)
      if field.isNeeded, references[index].isMissing { kind = .malformed }
    }
  }
}
