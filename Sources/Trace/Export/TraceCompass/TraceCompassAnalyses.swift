import TraceSchema

/// The analyses for a recording: a call stack, the durations of actions and of effects, and the
/// number of running effects.
struct TraceCompassAnalyses {
  /// The event field that identifies a process.
  let process: TraceCompassXML.Attribute
  /// Whether events contain their thread, which a call stack requires.
  let hasThreads: Bool

  private typealias XML = TraceCompassXML

  /// Trace Compass uses cached results, unless this is higher.
  private static let version = "1"

  /// The document.
  var text: String {
    let root = XMLElement(
      "tmfxml",
      [
        "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
        "xsi:noNamespaceSchemaLocation": "xmlDefinition.xsd",
      ],
      (hasThreads ? [callStack] : []) + [actions, effects, effectsAlive])
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + root.text()
  }

  // MARK: - Call stack

  /// Nested actions, and reactions of observers, on the track of their thread.
  private var callStack: XMLElement {
    let path: [XML.Attribute] = [
      .constant("Processes"), process, .field("context._vtid"), .constant("CallStack"),
    ]
    func push(_ event: TraceSchema.Event, _ field: String) -> XMLElement {
      let value = XMLElement(
        "stateValue", ["type": "eventField", "value": field, "stack": "push"])
      return XMLElement("eventHandler", ["eventName": event.fullName], XML.change(path, value))
    }
    func pop(_ event: TraceSchema.Event) -> XMLElement {
      let value = XMLElement("stateValue", ["type": "null", "stack": "pop"])
      return XMLElement("eventHandler", ["eventName": event.fullName], XML.change(path, value))
    }
    return XMLElement(
      "callstack", ["id": "composable.callstack"],
      XMLElement(
        "callstackGroup", ["name": "Threads"],
        XMLElement("level", ["path": "Processes/*"]), XMLElement("level", ["path": "*"])),
      XMLElement(
        "stateProvider", ["id": "composable.callstack.states", "version": Self.version],
        XML.head("Actions and observers"),
        push(.actionBegin, "name"), pop(.actionEnd),
        push(.observeBegin, "file"), pop(.observeEnd)))
  }

  // MARK: - Durations

  private var actions: XMLElement {
    let field = "action"
    return pattern(
      "composable.actions", "Actions", initial: field,
      [
        XML.test("same_action", isSame(field)),
        XMLElement(
          "action", ["id": "remember"], keep([field, "name", "prefix", "cause", "store"])),
        segment(
          "emit",
          [numberField(field), textField("prefix"), numberField("cause"), numberField("store")]),
        machine(
          field, begin: .actionBegin, "remember",
          [transition(.actionEnd, "same_action", "ended", "emit")]),
      ])
  }

  private var effects: XMLElement {
    let field = "effect"
    let outcomes = TraceSchema.Enumeration.effectOutcome.values.map(\.name)
    return pattern(
      "composable.effects", "Effects", initial: field,
      [XML.test("same_effect", isSame(field))]
        // Conditions compare labels with texts; their results cannot be values.
        + outcomes.map { XML.test("is_\($0)", XML.isLabel("outcome", $0)) }
        + [
          XMLElement(
            "action", ["id": "remember"], keep([field, "name", "prefix", "action", "announced"])),
          XMLElement("action", ["id": "count_up"], count(1)),
          XMLElement("action", ["id": "count_down"], count(-1)),
        ]
        + (outcomes + ["unknown"]).map { outcome in
          segment(
            "emit_\(outcome)",
            [
              XMLElement("segField", ["name": "outcome", "type": "string", "value": outcome]),
              numberField(field), textField("prefix"), numberField("action"),
              numberField("announced"),
              XMLElement(
                "segField", ["name": "outputs", "type": "long"], XML.fieldValue("outputs")),
            ])
        }
        + [
          machine(
            field, begin: .effectBegin, "remember:count_up",
            // The effect is in the state dump of a session that starts later.
            [transition(.effectBegin, "same_effect", "running", nil)]
              + outcomes.map {
                transition(
                  .effectEnd, "same_effect:is_\($0)", "ended", "emit_\($0):count_down")
              }
              + [transition(.effectEnd, "same_effect", "ended", "emit_unknown:count_down")])
        ])
  }

  private func pattern(
    _ id: String, _ label: String, initial: String, _ content: [XMLElement]
  ) -> XMLElement {
    XMLElement(
      "pattern", ["id": id, "version": Self.version],
      XML.head(label, prefix: label),
      XMLElement("patternHandler", ["initial": initial], content))
  }

  /// Follows each span from its begin to its end.
  private func machine(
    _ name: String, begin: TraceSchema.Event, _ action: String, _ transitions: [XMLElement]
  ) -> XMLElement {
    XMLElement(
      "fsm", ["id": name, "multiple": "true", "consuming": "true"],
      XMLElement("initialState", [:], transition(begin, nil, "running", action)),
      XMLElement("state", ["id": "running"], transitions),
      XMLElement("final", ["id": "ended"]))
  }

  private func transition(
    _ event: TraceSchema.Event, _ condition: String?, _ target: String, _ action: String?
  ) -> XMLElement {
    switch (condition, action) {
    case (let condition?, let action?):
      XMLElement(
        "transition",
        ["event": event.fullName, "cond": condition, "target": target, "action": action])
    case (let condition?, nil):
      XMLElement("transition", ["event": event.fullName, "cond": condition, "target": target])
    case (nil, let action?):
      XMLElement("transition", ["event": event.fullName, "target": target, "action": action])
    case (nil, nil):
      XMLElement("transition", ["event": event.fullName, "target": target])
    }
  }

  /// Whether an event belongs to the span: ids are unique within a process.
  private func isSame(_ field: String) -> XMLElement {
    guard process.type == "eventField" else { return XML.isKept(field) }
    return XMLElement("and", [:], XML.isKept(field), XML.isKept(process.value))
  }

  private func keep(_ fields: [String]) -> [XMLElement] {
    (process.type == "eventField" ? fields + [process.value] : fields).map(XML.keep)
  }

  private func segment(_ action: String, _ fields: [XMLElement]) -> XMLElement {
    XMLElement(
      "action", ["id": action],
      XMLElement(
        "segment", [:],
        XMLElement("segType", [:], XMLElement("segName", [:], XML.kept("name"))),
        XMLElement("segContent", [:], fields)))
  }

  private func numberField(_ name: String) -> XMLElement {
    XMLElement("segField", ["name": name, "type": "long"], XML.kept(name))
  }

  private func textField(_ name: String) -> XMLElement {
    XMLElement("segField", ["name": name, "type": "string"], XML.kept(name))
  }

  // MARK: - Effects alive

  private func count(_ change: Int) -> XMLElement {
    XML.change(
      [.constant("Counts"), process],
      XMLElement("stateValue", ["type": "long", "value": "\(change)", "increment": "true"]))
  }

  private var effectsAlive: XMLElement {
    XMLElement(
      "xyView", ["id": "composable.effects.alive"],
      XMLElement(
        "head", [:], XMLElement("analysis", ["id": "composable.effects"]),
        XMLElement("label", ["value": "Effects alive"])),
      XMLElement(
        "entry", ["path": "Counts/*", "displayType": "absolute"],
        XMLElement("display", ["type": "self"]), XMLElement("name", ["type": "self"])))
  }
}
