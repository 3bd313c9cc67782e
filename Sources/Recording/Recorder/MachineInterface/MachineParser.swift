/// Parses the XML that LTTng's machine interface prints: elements and text.
///
/// Foundation's parser would make the command depend on libxml2. Attributes, which LTTng uses for
/// namespaces only, are checked and dropped; a document type is refused.
struct MachineParser {
  private let bytes: [UInt8]
  private var position = 0

  init(_ document: String) {
    bytes = Array(document.utf8)
  }

  /// The root of the document; nil if it is not well-formed.
  mutating func root() -> MachineElement? {
    var open: [MachineElement] = []
    var root: MachineElement?
    func close(_ element: MachineElement) {
      if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
    while position < bytes.count {
      if skip("<?") {
        guard text(to: "?>") != nil else { return nil }
      } else if skip("<!--") {
        guard text(to: "-->") != nil else { return nil }
      } else if skip("<![CDATA[") {
        guard let text = text(to: "]]>"), !open.isEmpty else { return nil }
        open[open.count - 1].text += text
      } else if skip("</") {
        guard let name = name(), let element = open.popLast(), element.name == name else {
          return nil
        }
        skipSpaces()
        guard skip(">") else { return nil }
        close(element)
      } else if skip("<") {
        guard root == nil, let name = name(), skipAttributes() else { return nil }
        if skip("/>") {
          close(MachineElement(name: name))
        } else if skip(">") {
          open.append(MachineElement(name: name))
        } else {
          return nil
        }
      } else {
        guard let text = characters() else { return nil }
        if !open.isEmpty {
          open[open.count - 1].text += text
        } else if text.contains(where: { !$0.isWhitespace }) {
          return nil
        }
      }
    }
    return open.isEmpty ? root : nil
  }

  // MARK: - Parts

  private func starts(with text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private mutating func skip(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skipSpaces() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  /// The text before a terminator, which is skipped as well; nil if there is none.
  private mutating func text(to end: String) -> String? {
    let start = position
    while position < bytes.count {
      let found = position
      if skip(end) { return String(decoding: bytes[start..<found], as: UTF8.self) }
      position += 1
    }
    return nil
  }

  private mutating func name() -> String? {
    let start = position
    let others = Array("<>/='\"& \t\r\n!?".utf8)
    while position < bytes.count, !others.contains(bytes[position]) { position += 1 }
    return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
  }

  /// Skips the attributes of an element; false if they are not well-formed.
  private mutating func skipAttributes() -> Bool {
    while true {
      skipSpaces()
      if position == bytes.count || starts(with: ">") || starts(with: "/") { return true }
      guard name() != nil else { return false }
      skipSpaces()
      guard skip("=") else { return false }
      skipSpaces()
      let quote = skip("\"") ? "\"" : "'"
      guard quote == "\"" || skip("'"), text(to: quote) != nil else { return false }
    }
  }

  /// The text up to the next element; nil if it contains an unknown reference.
  private mutating func characters() -> String? {
    var text = ""
    while position < bytes.count, !starts(with: "<") {
      if skip("&") {
        guard let character = reference() else { return nil }
        text.unicodeScalars.append(character)
      } else {
        let start = position
        while position < bytes.count, !starts(with: "<"), !starts(with: "&") { position += 1 }
        text += String(decoding: bytes[start..<position], as: UTF8.self)
      }
    }
    return text
  }

  private mutating func reference() -> Unicode.Scalar? {
    guard let name = text(to: ";") else { return nil }
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    case let number where number.hasPrefix("#x"):
      return UInt32(number.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let number where number.hasPrefix("#"):
      return UInt32(number.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }
}
