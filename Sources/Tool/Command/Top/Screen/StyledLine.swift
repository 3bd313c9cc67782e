import TextTables

/// A line of the screen, with differently styled parts.
struct StyledLine: Equatable {
  /// The style of a part.
  struct Style: OptionSet, Equatable {
    let rawValue: UInt8

    static let bold = Self(rawValue: 1 << 0)
    static let dim = Self(rawValue: 1 << 1)
    /// Swaps background and foreground; not a colour.
    static let inverse = Self(rawValue: 1 << 2)
    static let red = Self(rawValue: 1 << 3)
    static let green = Self(rawValue: 1 << 4)
    static let yellow = Self(rawValue: 1 << 5)
    static let cyan = Self(rawValue: 1 << 6)

    fileprivate func codes(usesColor: Bool) -> String {
      var codes: [String] = []
      if contains(.bold) { codes.append("1") }
      if contains(.dim) { codes.append("2") }
      if contains(.inverse) { codes.append("7") }
      if usesColor {
        if contains(.red) { codes.append("31") }
        if contains(.green) { codes.append("32") }
        if contains(.yellow) { codes.append("33") }
        if contains(.cyan) { codes.append("36") }
      }
      return codes.joined(separator: ";")
    }
  }

  private(set) var parts: [(text: String, style: Style)] = []
  private(set) var width = 0

  init(_ text: String = "", _ style: Style = []) { append(text, style) }

  static func == (left: Self, right: Self) -> Bool {
    left.parts.elementsEqual(right.parts) { $0 == $1 }
  }

  /// The text without styles.
  var text: String { parts.map(\.text).joined() }

  mutating func append(_ text: String, _ style: Style = []) {
    guard !text.isEmpty else { return }
    parts.append((text, style))
    width += text.columns
  }

  mutating func append(_ line: StyledLine) {
    for (text, style) in line.parts { append(text, style) }
  }

  /// Returns the line, truncated or padded to a width.
  func fitted(to width: Int, filling style: Style = []) -> StyledLine {
    var line = StyledLine()
    for (text, style) in parts {
      let room = width - line.width
      if room <= 0 { break }
      line.append(text.columns <= room ? text : text.cut(to: room), style)
    }
    line.append(String(repeating: " ", count: max(width - line.width, 0)), style)
    return line
  }

  /// Returns the line with an additional style.
  func adding(_ style: Style) -> StyledLine {
    var line = StyledLine()
    for (text, own) in parts { line.append(text, own.union(style)) }
    return line
  }

  /// With the terminal's escape sequences.
  func ansi(usesColor: Bool) -> String {
    parts.map { text, style in
      let codes = style.codes(usesColor: usesColor)
      return codes.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
    }
    .joined()
  }
}

extension String {
  /// The number of columns that a terminal needs for it.
  var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }

  /// Returns the beginning of the line, with a mark of truncation.
  func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var result = ""
    var used = 1
    for character in self {
      used += character.columns
      if used > width { break }
      result.append(character)
    }
    return width > 0 ? result + "…" : ""
  }

  /// Returns both ends of the text, as names differ there, padded to a width.
  func fitted(to width: Int) -> String {
    let total = columns
    if total <= width { return self + String(repeating: " ", count: width - total) }
    guard total == count else {
      let cut = cut(to: width)
      return cut + String(repeating: " ", count: max(width - cut.columns, 0))
    }
    return truncatedInTheMiddle(to: width)
  }
}

extension Character {
  /// Two for East Asian scripts and emoji.
  fileprivate var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    return switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1faff, 0x20000...0x3fffd:
      2
    default: 1
    }
  }
}
