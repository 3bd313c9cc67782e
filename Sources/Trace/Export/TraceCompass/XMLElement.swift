/// An element of an XML document under construction.
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

  /// The element with its content, one line for each child.
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
      // Characters that XML cannot represent.
      case _ where character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }:
        result += "\u{FFFD}"
      default: result.append(character)
      }
    }
  }
}
