/// An element of an XML document that is being put together.
struct XMLElement {
  private let name: String
  private let attributes: [(name: String, value: String)]
  private let content: [XMLElement]

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: XMLElement...)
  {
    self.init(name, attributes, content)
  }

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: [XMLElement]) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.content = content
  }

  /// The element with what is in it, a line each.
  func text(indentedBy depth: Int = 0) -> String {
    let indentation = String(repeating: "  ", count: depth)
    let start = attributes.reduce("\(indentation)<\(name)") {
      $0 + " \($1.name)=\"\(Self.escaped($1.value))\""
    }
    guard !content.isEmpty else { return start + "/>\n" }
    return start + ">\n" + content.map { $0.text(indentedBy: depth + 1) }.joined()
      + "\(indentation)</\(name)>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      // What XML has no way to write.
      case _ where character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }:
        result += "\u{FFFD}"
      default: result.append(character)
      }
    }
  }
}
