import TextTables

extension TextLayout {
  /// Warnings of a recording that lacks consequences of actions.
  ///
  /// - Parameter figures: The figures that are lower bounds then, as a plural.
  func warnings(
    of losses: Report.Losses, _ damage: [TraceDamage], making figures: String
  ) -> [String] {
    var warnings: [String] = []
    if !losses.isEmpty {
      warnings.append(
        """
        WARNING: \(losses.text) were lost. Consequences may be missing: \(figures) are lower bounds. \
        Record with more or larger buffers to lose nothing.
        """)
    }
    if let first = damage.first {
      let more = damage.count > 1 ? " (and \(damage.count - 1) more, see --json)" : ""
      warnings.append(
        """
        WARNING: the trace is damaged. Consequences may be missing: \(figures) are lower bounds. \
        \(first.path.printable()): \(first.message.printable())\(more).
        """)
    }
    return warnings.flatMap { wrapped($0) }.map { styled($0, .warning) }
  }
}
