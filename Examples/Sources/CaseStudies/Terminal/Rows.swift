import TerminalKit

extension String {
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
