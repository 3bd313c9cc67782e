/// Building blocks of Trace Compass's analyses.
enum TraceCompassXML {
  /// A component of the path to a value in a state system.
  struct Attribute {
    var type: String
    var value: String

    init(_ type: String, _ value: String) {
      self.type = type
      self.value = value
    }

    static func constant(_ value: String) -> Attribute { Attribute("constant", value) }
    static func field(_ name: String) -> Attribute { Attribute("eventField", name) }

    fileprivate var element: XMLElement {
      XMLElement("stateAttribute", ["type": type, "value": value])
    }
  }

  /// The location of values for the span of an event.
  static let current = Attribute.constant("#CurrentScenario")

  /// Sets, counts or stacks the value at the end of a path.
  static func change(_ path: [Attribute], _ value: XMLElement) -> XMLElement {
    XMLElement("stateChange", [:], path.map(\.element) + [value])
  }

  /// A field of the event.
  static func fieldValue(_ name: String) -> XMLElement {
    XMLElement("stateValue", ["type": "eventField", "value": name])
  }

  /// Stores a field of the begin event in the span.
  static func keep(_ field: String) -> XMLElement {
    change([current, .constant(field)], fieldValue(field))
  }

  /// A field stored in the span.
  static func kept(_ field: String) -> XMLElement {
    XMLElement(
      "stateValue", ["type": "query"], [current.element, Attribute.constant(field).element])
  }

  /// Whether a field of the event equals the one stored in the span.
  static func isKept(_ field: String) -> XMLElement {
    XMLElement("condition", [:], XMLElement("field", ["name": field]), kept(field))
  }

  /// Whether a field of an enumeration has a label.
  static func isLabel(_ field: String, _ label: String) -> XMLElement {
    XMLElement(
      "condition", [:], XMLElement("field", ["name": field]),
      XMLElement("stateValue", ["type": "string", "value": label]))
  }

  static func test(_ name: String, _ condition: XMLElement) -> XMLElement {
    XMLElement("test", ["id": name], XMLElement("if", [:], condition))
  }

  /// The traces that an analysis applies to, and its name.
  static func head(_ label: String, prefix: String? = nil) -> XMLElement {
    XMLElement(
      "head", [:],
      [
        XMLElement("traceType", ["id": "org.eclipse.linuxtools.lttng2.ust.tracetype"]),
        XMLElement("label", ["value": label]),
      ] + (prefix.map { [XMLElement("viewLabelPrefix", ["value": $0])] } ?? []))
  }
}
