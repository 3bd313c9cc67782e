/// A value in the form of a failed test, as a tree: `Todo(title: "a", isDone: false)`.
///
/// Full state differences have this form. A text that is truncated gives the tree of its readable
/// part.
struct DumpedValue: Equatable {
  /// The text before a parenthesis or bracket, or all of a value without parts.
  var head = ""
  /// The opening character of its parts, `nil` without any.
  var bracket: UInt8?
  var parts: [Part] = []
  /// Whether its end is missing.
  var isTruncated = false

  struct Part: Equatable {
    /// The name of a property, or the position in a collection: `[2]`.
    var label: String?
    var value: DumpedValue
  }

  init(head: String) { self.head = head }

  /// Reads a value.
  init(parsing text: some Sequence<UInt8>) {
    var parser = Parser(text: Array(text))
    self = parser.value()
  }

  /// Whether it is a collection, whose parts are elements.
  var isCollection: Bool { bracket == Self.openBracket }

  /// The name of the case, if it is a case with a payload.
  var caseName: String? {
    guard bracket == Self.openParenthesis, let dot = head.lastIndex(of: ".") else { return nil }
    let name = head[head.index(after: dot)...]
    return name.first?.isLowercase == true ? String(name) : nil
  }

  /// The value on one line.
  var text: String {
    guard let bracket else { return head }
    let parts = parts.map { part in (part.label.map { "\($0): " } ?? "") + part.value.text }
    let (open, close) = bracket == Self.openBracket ? ("[", "]") : ("(", ")")
    return head + open + parts.joined(separator: ", ") + (isTruncated ? "…" : close)
  }

  static let openParenthesis = UInt8(ascii: "(")
  static let openBracket = UInt8(ascii: "[")
}

/// Reads the tree from its text.
private struct Parser {
  let text: [UInt8]
  var position = 0

  private var current: UInt8? { position < text.count ? text[position] : nil }

  mutating func value() -> DumpedValue {
    skipSpaces()
    var value = DumpedValue(head: head())
    guard let bracket = current,
      bracket == DumpedValue.openParenthesis || bracket == DumpedValue.openBracket
    else {
      value.isTruncated = current == nil && value.head.hasSuffix("…")
      return value
    }
    position += 1
    value.bracket = bracket
    value.isTruncated = !addParts(to: &value)
    return value
  }

  /// - Returns: Whether the closing bracket was found.
  private mutating func addParts(to value: inout DumpedValue) -> Bool {
    while true {
      skipSpaces()
      switch current {
      case nil: return false
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        position += 1
        return true
      case UInt8(ascii: ","): position += 1
      default:
        let start = position
        let part = DumpedValue.Part(label: label(), value: self.value())
        if part.value.isTruncated || !Self.standsForUnchanged(part) { value.parts.append(part) }
        // A character that is no value.
        if position == start { position += 1 }
      }
    }
  }

  /// Whether a part is a line such as `… (3 unchanged)`.
  private static func standsForUnchanged(_ part: DumpedValue.Part) -> Bool {
    part.label == nil && part.value.head.hasPrefix("…")
  }

  /// The name before a colon, if there is one.
  private mutating func label() -> String? {
    let start = position
    if current == DumpedValue.openBracket {
      while let byte = current, byte != UInt8(ascii: "]"), byte != UInt8(ascii: "\n") {
        position += 1
      }
      position += 1
    } else if current == UInt8(ascii: "\"") {
      skipString()
    } else {
      while let byte = current, Self.isOfName(byte) { position += 1 }
    }
    if position > start, current == UInt8(ascii: ":") {
      defer { position += 1 }
      return String(decoding: text[start..<position], as: UTF8.self)
    }
    position = start
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`") || byte >= 0x80
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The text up to a bracket, a comma, or the end of the line.
  private mutating func head() -> String {
    let start = position
    scan: while let byte = current {
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "\n"):
        break scan
      default: position += 1
      }
    }
    return String(decoding: text[start..<position], as: UTF8.self)
  }

  private mutating func skipString() {
    let quotes = text[position...].prefix { $0 == UInt8(ascii: "\"") }.count >= 3 ? 3 : 1
    position += quotes
    var run = 0
    while let byte = current, run < quotes {
      position += 1
      run = byte == UInt8(ascii: "\"") ? run + 1 : 0
      if byte == UInt8(ascii: "\\") { position += 1 }
    }
    position = min(position, text.count)
  }

  private mutating func skipSpaces() {
    while let byte = current, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
      position += 1
    }
  }
}
