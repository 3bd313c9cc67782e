extension String {
  /// The text in one line, without control characters for a terminal: it may come from another
  /// service.
  package var printable: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append(" ")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }

  /// At most `width` characters, the last of which says that there are more.
  package func clipped(to width: Int) -> String {
    count <= width ? self : String(prefix(max(width - 1, 0))) + "…"
  }

  /// The text with spaces after it, as wide as a column of a table.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }

  /// Lines of at most `width` characters, broken between words where that is possible.
  package func wrapped(to width: Int) -> [String] {
    split(separator: " ").wrapped(to: width, separator: " ")
  }

  /// Lines of at most `width` characters, with a frame around them.
  package func boxed(to width: Int) -> [String] { [self].boxed(to: width) }
}

extension [String] {
  /// Lines of at most `width` characters, with a frame around them; each text begins a line.
  package func boxed(to width: Int) -> [String] {
    let lines = flatMap { $0.wrapped(to: width - 4) }
    let inner = lines.map(\.count).max() ?? 0
    let edge = "+" + String(repeating: "-", count: inner + 2) + "+"
    return [edge] + lines.map { "| \($0.padded(to: inner)) |" } + [edge]
  }
}

extension Collection where Element: StringProtocol {
  /// Lines of at most `width` characters with as many elements as fit.
  package func wrapped(to width: Int, separator: String) -> [String] {
    let width = Swift.max(width, 1)
    var lines: [String] = []
    for element in self {
      if let last = lines.last, last.count + separator.count + element.count <= width {
        lines[lines.count - 1] += separator + element
      } else {
        lines += element.chunks(of: width)
      }
    }
    return lines
  }
}

extension StringProtocol {
  fileprivate func chunks(of size: Int) -> [String] {
    var chunks: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      chunks.append(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return chunks
  }
}
