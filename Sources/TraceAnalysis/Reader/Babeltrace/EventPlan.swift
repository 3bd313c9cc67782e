import CBabeltrace

/// How to decode the events of one class, decided once for each class.
enum EventPlan {
  /// Of another provider.
  case foreign
  /// Of one of our providers, and unknown to this version of the schema.
  case unknown
  /// Without a field that it can not do without.
  case malformed
  case schema(version: FieldReference, library: FieldReference)
  case storeCreated(StoreFields)
  case storeReleased(StoreFields)
  case actionBegin(ActionBeginFields)
  case actionEnd(action: FieldReference, stateChanged: FieldReference, effect: FieldReference)
  case effectBegin(EffectBeginFields)
  case effectOutput(effect: FieldReference, name: FieldReference)
  case effectEnd(EffectEndFields)
  case intervalBegin(SignposterFields)
  case intervalEnd(SignposterFields, outcome: FieldReference)
  case event(SignposterFields)
  case log(LogFields)
  case actionPayload(action: FieldReference, payload: FieldReference)
  case budgetExceeded(BudgetFields)
  case send(SendFields)
  case stateDiff(action: FieldReference, text: FieldReference)
  case scope(store: FieldReference, child: FieldReference, cached: FieldReference)
  case observeBegin(ObserverFields)
  case observeEnd(ObserverFields)

  struct StoreFields {
    var store, parent, feature, file, line: FieldReference
    /// Of `store_created` since version 4.
    var announced, age: FieldReference
  }

  struct ActionBeginFields {
    var action, cause, parent, store, prefix, name: FieldReference
  }

  struct EffectBeginFields {
    var effect, action, prefix, name: FieldReference
    /// Since version 4.
    var announced, age: FieldReference
  }

  struct EffectEndFields {
    var effect, outcome, outputs: FieldReference
  }

  struct SignposterFields {
    var interval, id, subsystem, category, name, message: FieldReference
  }

  struct LogFields {
    var level, label, message, metadata, file, line: FieldReference
  }

  struct BudgetFields {
    var action, prefix, name, budget, taken: FieldReference
  }

  struct SendFields {
    var action, cause, store, depth, reentrant, name: FieldReference
  }

  struct ObserverFields {
    var store, file, line: FieldReference
  }

  private static let providers = ["composable:", "composable_values:"]

  init(_ eventClass: OpaquePointer) {
    guard let text = bt_event_class_get_name(eventClass) else {
      self = .foreign
      return
    }
    let name = String(cString: text)
    guard let provider = Self.providers.first(where: name.hasPrefix) else {
      self = .foreign
      return
    }
    let payload = bt_event_class_borrow_payload_field_class_const(eventClass)
    func integer(_ name: String) -> FieldReference { .integer(name, in: payload) }
    func string(_ name: String) -> FieldReference { .string(name, in: payload) }

    var needed = FieldReference.missing
    switch name.dropFirst(provider.count) {
    case "schema":
      needed = integer("version")
      self = .schema(version: needed, library: string("library"))
    case "store_created", "store_released":
      needed = integer("store")
      let fields = StoreFields(
        store: needed, parent: integer("parent"), feature: string("feature"), file: string("file"),
        line: integer("line"), announced: integer("announced"), age: integer("age"))
      self = name.hasSuffix("created") ? .storeCreated(fields) : .storeReleased(fields)
    case "action_begin":
      needed = integer("action")
      self = .actionBegin(
        ActionBeginFields(
          action: needed, cause: integer("cause"), parent: integer("parent"),
          store: integer("store"), prefix: string("prefix"), name: string("name")))
    case "action_end":
      needed = integer("action")
      self = .actionEnd(
        action: needed, stateChanged: integer("state_changed"), effect: integer("effect"))
    case "effect_begin":
      needed = integer("effect")
      self = .effectBegin(
        EffectBeginFields(
          effect: needed, action: integer("action"), prefix: string("prefix"), name: string("name"),
          announced: integer("announced"), age: integer("age")))
    case "effect_output":
      needed = integer("effect")
      self = .effectOutput(effect: needed, name: string("name"))
    case "effect_end":
      needed = integer("effect")
      self = .effectEnd(
        EffectEndFields(
          effect: needed, outcome: integer("outcome"), outputs: integer("outputs")))
    case "interval_begin", "interval_end":
      needed = integer("interval")
      let fields = SignposterFields(
        interval: needed, id: integer("id"), subsystem: string("subsystem"),
        category: string("category"), name: string("name"), message: string("message"))
      self =
        name.hasSuffix("begin")
        ? .intervalBegin(fields) : .intervalEnd(fields, outcome: integer("outcome"))
    case "event":
      needed = string("name")
      self = .event(
        SignposterFields(
          interval: .missing, id: integer("id"), subsystem: string("subsystem"),
          category: string("category"), name: needed, message: string("message")))
    case "log":
      needed = string("message")
      self = .log(
        LogFields(
          level: integer("level"), label: string("label"), message: needed,
          metadata: string("metadata"), file: string("file"), line: integer("line")))
    case "action_payload":
      needed = integer("action")
      self = .actionPayload(action: needed, payload: string("payload"))
    case "budget_exceeded":
      needed = integer("action")
      self = .budgetExceeded(
        BudgetFields(
          action: needed, prefix: string("prefix"), name: string("name"),
          budget: integer("budget"), taken: integer("taken")))
    case "send":
      needed = integer("action")
      self = .send(
        SendFields(
          action: needed, cause: integer("cause"), store: integer("store"),
          depth: integer("depth"), reentrant: integer("reentrant"), name: string("name")))
    case "state_diff":
      needed = integer("action")
      self = .stateDiff(action: needed, text: string("text"))
    case "scope":
      needed = integer("child")
      self = .scope(store: integer("store"), child: needed, cached: integer("cached"))
    case "observe_begin", "observe_end":
      needed = string("file")
      let fields = ObserverFields(store: integer("store"), file: needed, line: integer("line"))
      self = name.hasSuffix("begin") ? .observeBegin(fields) : .observeEnd(fields)
    default:
      self = .unknown
      return
    }
    if needed.isMissing { self = .malformed }
  }
}
