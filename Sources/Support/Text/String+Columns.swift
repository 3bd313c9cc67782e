extension String {
  /// The number of columns that a terminal needs for the text.
  package var columns: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }

  /// Returns the beginning of the text, with a mark of truncation.
  package func cut(to width: Int) -> String {
    guard columns > width else { return self }
    return width > 0 ? prefix(columns: width - 1) + "…" : ""
  }

  /// Keeps both ends of a name, which are more informative than its middle.
  package func truncatedInTheMiddle(to width: Int) -> String {
    guard columns > width else { return self }
    guard width > 1 else { return String(prefix(columns: width)) }
    let tail = suffix(columns: (width - 1) / 2)
    return prefix(columns: width - 1 - String(tail).columns) + "…" + tail
  }

  /// Adds spaces up to a width.
  package func padded(to width: Int, onTheLeft: Bool = false) -> String {
    let padding = String(repeating: " ", count: max(width - columns, 0))
    return onTheLeft ? padding + self : self + padding
  }

  /// The most characters at the beginning that fit.
  private func prefix(columns width: Int) -> Substring {
    var room = width
    return prefix { character in
      room -= character.columns
      return room >= 0
    }
  }

  /// The most characters at the end that fit.
  private func suffix(columns width: Int) -> Substring {
    var room = width
    var start = endIndex
    while start > startIndex {
      let index = index(before: start)
      room -= self[index].columns
      guard room >= 0 else { break }
      start = index
    }
    return self[start...]
  }
}

extension Character {
  /// Two for East Asian scripts and emoji; one for a letter, whatever its accents.
  fileprivate var columns: Int {
    guard let scalar = unicodeScalars.first else { return 0 }
    return switch scalar.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f200...0x1f265,
      0x20000...0x3fffd:
      2
    default:
      // The last is the selector of the emoji among two forms of a character.
      scalar.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }
  }
}
