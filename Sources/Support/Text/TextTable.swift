/// A table whose first column takes the remaining width.
package struct TextTable {
  package struct Column {
    package var heading: String
    /// Columns of the lowest importance are omitted first if the width does not suffice.
    package var importance: Int
    package var cells: [String]

    package init(heading: String, importance: Int, cells: [String]) {
      self.heading = heading
      self.importance = importance
      self.cells = cells
    }
  }

  package var heading: String
  package var names: [String]
  package var columns: [Column]
  /// Columns of a lower importance than this are omitted before any name is shortened.
  package var leastImportanceBesideShortNames = 0

  package init(heading: String, names: [String], columns: [Column]) {
    self.heading = heading
    self.names = names
    self.columns = columns
  }

  /// A table of rows, from the contents of each column.
  package init<Row>(
    heading: String, rows: some Collection<Row>, name: (Row) -> String,
    columns: [(heading: String, importance: Int, cell: (Row) -> String)]
  ) {
    self.init(
      heading: heading, names: rows.map(name),
      columns: columns.map { heading, importance, cell in
        Column(heading: heading, importance: importance, cells: rows.map(cell))
      })
  }

  /// Columns of durations, for rows that have any.
  ///
  /// - Parameters:
  ///   - columns: The headings, the importance, and the nanoseconds to show.
  ///   - durations: The durations of a row; a dash stands for none.
  package static func durationColumns<Row, Durations>(
    _ columns: [(heading: String, importance: Int, nanoseconds: (Durations) -> Int64)],
    _ durations: @escaping (Row) -> Durations?
  ) -> [(heading: String, importance: Int, cell: (Row) -> String)] {
    columns.map { column in
      (
        column.heading, column.importance,
        { row in durations(row).map { Units.duration(column.nanoseconds($0)) } ?? "–" }
      )
    }
  }

  private static let narrowestName = 30
  private static let gap = "  "

  package func lines(_ layout: TextLayout) -> [String] {
    if layout.isMarkdown { return markdown(layout) }
    let widest = ([heading] + names.prefix(layout.maximumRows)).map(\.columns).max() ?? 0
    let columns = columns(besideNamesOf: widest, layout)
    let nameWidth = min(widest, max(layout.width - width(of: columns), 1))
    func line(_ name: String, _ cells: [String]) -> String {
      var line = name.truncatedInTheMiddle(to: nameWidth).padded(to: nameWidth)
      for (column, cell) in zip(columns, cells) {
        line += Self.gap + cell.padded(to: cellWidth(column), onTheLeft: true)
      }
      return line.droppingTrailingSpaces()
    }
    var lines = [layout.styled(line(heading, columns.map(\.heading)), .heading)]
    for (row, name) in names.prefix(layout.maximumRows).enumerated() {
      lines.append(line(name, columns.map { $0.cells[row] }))
    }
    return lines
  }

  /// The columns that fit.
  private func columns(besideNamesOf widest: Int, _ layout: TextLayout) -> [Column] {
    var columns = columns
    // A single very long name is not worth the loss of columns.
    let wanted = min(widest, layout.width / 2)
    while columns.count > 1,
      let least = columns.indices.min(by: { columns[$0].importance < columns[$1].importance })
    {
      let room = layout.width - width(of: columns)
      let isWorthAName = columns[least].importance >= leastImportanceBesideShortNames
      if room >= (isWorthAName ? min(widest, Self.narrowestName) : wanted) { break }
      columns.remove(at: least)
    }
    return columns
  }

  /// The table as GitHub's Markdown has them.
  private func markdown(_ layout: TextLayout) -> [String] {
    func line(_ cells: [String]) -> String {
      let escaped = cells.map { cell in
        var text = ""
        for character in cell {
          if "\\|`*_<>[]".contains(character) { text.append("\\") }
          text.append(character)
        }
        return text
      }
      return "| " + escaped.joined(separator: " | ") + " |"
    }
    let head = line([heading] + columns.map(\.heading))
    let rule = "|---|" + String(repeating: "---:|", count: columns.count)
    return [head, rule]
      + names.prefix(layout.maximumRows).enumerated().map { row, name in
        line([name] + columns.map { $0.cells[row] })
      }
  }

  private func cellWidth(_ column: Column) -> Int {
    (column.cells + [column.heading]).map(\.columns).max() ?? 0
  }

  private func width(of columns: [Column]) -> Int {
    columns.reduce(0) { $0 + Self.gap.count + cellWidth($1) }
  }
}

extension String {
  fileprivate func droppingTrailingSpaces() -> String {
    var result = self[...]
    while result.last == " " { result.removeLast() }
    return String(result)
  }

  /// The same text without terminal control sequences.
  ///
  /// The contents of a trace were written by another program and may be arbitrary. Joiners stay:
  /// they are parts of emoji, and of words of some scripts.
  package func printable() -> String {
    // Most texts are names in ASCII.
    if utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .format where scalar == "\u{200C}" || scalar == "\u{200D}": result.append(scalar)
      case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator:
        result.append("\u{FFFD}")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The same lines, each of them ``printable()``.
  package func printableLines() -> String {
    let isPlain = utf8.allSatisfy { 0x20..<0x7f ~= $0 || $0 == UInt8(ascii: "\n") }
    if isPlain { return self }
    return unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.last == "\r"
        ? String(line.dropLast()).printable() + "\r" : String(line).printable()
    }
    .joined(separator: "\n")
  }
}
