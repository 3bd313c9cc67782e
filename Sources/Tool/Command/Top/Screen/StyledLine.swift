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
  /// Returns both ends of the text, as names differ there, padded to a width.
  func fitted(to width: Int) -> String { truncatedInTheMiddle(to: width).padded(to: width) }
}
