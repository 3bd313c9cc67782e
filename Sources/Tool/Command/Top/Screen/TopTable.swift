import TextTables

/// A table of the screen: the name takes the remaining width.
struct TopTable: Equatable {
  struct Column: Equatable {
    var heading: String
    /// Columns of the lowest importance are omitted first if the width does not suffice.
    var importance: Int
    /// The maximum width of its cells, so that columns stay in place while figures change.
    var width: Int
    var isSorted = false
  }

  struct Row: Equatable {
    var id: TopRowID
    var name: String
    var cells: [StyledLine]
    var isQuiet = false
  }

  var heading: String
  var columns: [Column]
  var rows: [Row]
  /// The text shown without rows.
  var placeholder = ""

  private static let narrowestName = 22
  private static let gap = 2

  /// The columns that fit, by their positions.
  func visibleColumns(width: Int) -> [Int] {
    var visible = Array(columns.indices)
    while visible.count > 1, nameWidth(width, visible) < Self.narrowestName,
      let least = visible.filter({ !columns[$0].isSorted })
        .min(by: { columns[$0].importance < columns[$1].importance })
    {
      visible.removeAll { $0 == least }
    }
    return visible
  }

  private func nameWidth(_ width: Int, _ visible: [Int]) -> Int {
    width - 1 - visible.reduce(0) { $0 + columns[$1].width + Self.gap }
  }

  /// The heading and the rows, padded to a width.
  ///
  /// - Parameters:
  ///   - first: The first visible row.
  ///   - selected: The selected row; `nil` for none.
  func lines(
    width: Int, height: Int, first: Int = 0, selected: Int? = nil, glyphs: Glyphs
  ) -> [StyledLine] {
    guard height > 0 else { return [] }
    let visible = visibleColumns(width: width)
    let nameWidth = max(nameWidth(width, visible), 1)
    var head = StyledLine(" " + heading.fitted(to: nameWidth), [.bold, .inverse])
    for column in visible {
      let column = columns[column]
      let text = column.isSorted ? column.heading + glyphs.sortMark : column.heading
      head.append(
        String(repeating: " ", count: max(Self.gap + column.width - text.columns, 1)) + text,
        column.isSorted ? [.bold, .inverse, .green] : [.bold, .inverse])
    }
    var lines = [head.fitted(to: width, filling: [.inverse])]
    if rows.isEmpty, height > 1 {
      lines.append(StyledLine(" " + placeholder, .dim).fitted(to: width))
    }
    for (index, row) in rows.enumerated().dropFirst(first).prefix(height - 1) {
      var line = StyledLine(" " + row.name.fitted(to: nameWidth), row.isQuiet ? .dim : [])
      for column in visible {
        let cell = row.cells[column]
        let room = Self.gap + columns[column].width
        line.append(String(repeating: " ", count: max(room - cell.width, 1)))
        line.append(row.isQuiet ? cell.adding(.dim) : cell)
      }
      line = line.fitted(to: width)
      lines.append(index == selected ? line.adding(.inverse) : line)
    }
    return lines
  }
}

/// The identity of a row of any table, independent of its position.
enum TopRowID: Hashable {
  case action(prefix: String, name: String)
  case effect(prefix: String, name: String)
  case slow(time: Int64, process: Int)
  case process(Int)
}

/// The characters beyond letters that a terminal may lack.
struct Glyphs: Equatable {
  var sortMark: String
  /// From empty to full.
  var levels: [Character]
  var bar: Character
  var line: Character

  static let unicode = Glyphs(
    sortMark: "▾", levels: Array(" ▁▂▃▄▅▆▇█"), bar: "█", line: "─")
  static let ascii = Glyphs(sortMark: "v", levels: Array(" .:-=+*#@"), bar: "#", line: "-")

  /// Values as bars, the largest being full; a value above 0 is never empty.
  func graph(_ values: [UInt64]) -> String {
    let largest = max(values.max() ?? 0, 1)
    let top = UInt64(levels.count - 1)
    return String(
      values.map { value in
        let level = value == 0 ? 0 : max((value * top + largest / 2) / largest, 1)
        return levels[Int(min(level, top))]
      })
  }
}
