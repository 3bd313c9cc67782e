import TerminalKit

extension Array {
  /// As many elements as there is room for, with the one at `index` among them.
  func window(of room: Int, around index: Int) -> Self {
    let first = Swift.max(0, Swift.min(index - room / 2, count - room))
    return Array(dropFirst(first).prefix(room))
  }
}

extension String {
  /// This text with spaces after it.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }

  /// At most `width` characters, the last of which says that there are more.
  func clipped(to width: Int) -> String {
    count <= width ? self : String(prefix(max(width - 1, 0))) + "…"
  }

  /// A row of a list, with a mark if it is selected.
  static func row(_ text: String, isSelected: Bool, width: Int, usesColor: Bool) -> String {
    let line = ((isSelected ? "› " : "  ") + text.printable).clipped(to: width)
    return isSelected ? Style.bold(line, if: usesColor) : line
  }

  /// A bar of which a part is filled.
  static func bar(_ fraction: Double, width: Int) -> String {
    let filled = Int((Swift.min(Swift.max(fraction, 0), 1) * Double(width)).rounded(.down))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}
