import TextTables
import TraceAnalysis
import TraceRecording

/// The lines of `signpost top`, for any size of a terminal. It performs no I/O.
struct TopScreen {
  var snapshot: LiveSnapshot
  var status: TopSession.State
  var state: TopState
  /// The name of the target: a program, a session.
  var name: String
  var pid: Int32?
  /// The file of the program's output.
  var outputPath: String?
  /// The time since the start of `top`, in nanoseconds.
  var age: Int64 = 0
  var window: Int64 = 10_000_000_000
  var width: Int
  var height: Int
  var glyphs = Glyphs.unicode

  /// The smallest size on which anything is drawn.
  static let smallest = (width: 40, height: 8)

  /// All lines, as many and as wide as the terminal has.
  var lines: [StyledLine] {
    guard width >= Self.smallest.width, height >= Self.smallest.height else {
      let text = "The terminal is too small: \(Self.smallest.width)×\(Self.smallest.height) needed."
      return [StyledLine(text).fitted(to: width)]
    }
    var lines = header.map { $0.fitted(to: width) }
    let footer = footer.fitted(to: width)
    let room = height - lines.count - 1
    switch state.mode {
    case .help: lines += TopHelp.lines(width: width, height: room)
    case .details(let row): lines += details(of: row, height: room)
    case .table, .filter: lines += body(height: room)
    }
    lines = Array(lines.prefix(height - 1))
    while lines.count < height - 1 { lines.append(StyledLine().fitted(to: width)) }
    return lines + [footer]
  }

  // MARK: - Tables

  /// The number of rows that fit, for the keys that turn pages.
  var page: Int { max(height - header.count - 2 - tabsHeight, 1) }

  private var tabsHeight: Int { 1 }

  /// Whether more than one table fits.
  private var isWide: Bool { width >= 140 }

  private func body(height: Int) -> [StyledLine] {
    let table = table(state.tab)
    guard isWide, state.tab == .actions || state.tab == .effects || state.tab == .slowest else {
      return [tabs] + self.lines(of: table, width: width, height: height - 1)
    }
    let right = min(width * 2 / 5, 90)
    let left = width - right - 1
    let others = [TopState.Tab.effects, .slowest, .actions].filter { $0 != state.tab }.prefix(2)
    let mainLines = self.lines(of: table, width: left, height: height - 1)
    let half = (height - 1) / 2
    var side: [StyledLine] = []
    for (index, tab) in others.enumerated() {
      // The upper table takes no more than it fills, and the lower one gets the rest.
      let used = min(half, max(self.table(tab).rows.count, 1) + 2)
      let room = index == 0 ? used : height - 1 - side.count
      var part = self.table(tab).lines(width: right, height: room - 1, glyphs: glyphs)
      while part.count < room { part.append(StyledLine().fitted(to: right)) }
      side += part
    }
    return [tabs]
      + (0..<(height - 1)).map { row in
        var line =
          row < mainLines.count ? mainLines[row] : StyledLine().fitted(to: left)
        line.append(" ")
        line.append(row < side.count ? side[row] : StyledLine().fitted(to: right))
        return line
      }
  }

  private func lines(of table: TopTable, width: Int, height: Int) -> [StyledLine] {
    let ids = table.rows.map(\.id)
    let selected = state.position(in: ids)
    let room = max(height - 1, 1)
    // The selected row is visible, and pages do not move as long as it is.
    let first = selected.map { $0 / room * room } ?? 0
    return table.lines(
      width: width, height: height, first: first, selected: selected, glyphs: glyphs)
  }

  /// The current table with all its rows, sorted.
  var currentTable: TopTable { table(state.tab) }

  /// The columns by which the table can be sorted: the visible ones.
  var sortableColumns: [Int] {
    currentTable.visibleColumns(width: isWide ? width - min(width * 2 / 5, 90) - 1 : width)
  }

  func table(_ tab: TopState.Tab) -> TopTable {
    switch tab {
    case .actions: actionTable
    case .effects: effectTable
    case .slowest: slowestTable
    case .processes: processTable
    }
  }

  // MARK: - Around the tables

  private var tabs: StyledLine {
    var line = StyledLine()
    for tab in TopState.Tab.allCases {
      let count =
        switch tab {
        case .actions: snapshot.actionRows.count
        case .effects: snapshot.effects.alive
        case .slowest: snapshot.slowest.count
        case .processes: snapshot.processes.count
        }
      let isLong = width >= 72
      let text = " \(tab.rawValue + 1) \(tab.title)" + (isLong ? " \(count) " : " ")
      line.append(text, tab == state.tab ? [.bold, .inverse] : [])
      line.append(" ")
    }
    if case .filter = state.mode {
    } else if !state.filter.isEmpty {
      line.append(" filter: \(state.filter.printable())", [.yellow, .bold])
    }
    return line.fitted(to: width)
  }

  private var footer: StyledLine {
    if case .filter = state.mode {
      var line = StyledLine(" Filter: ", .bold)
      line.append(state.filter.printable(), [.yellow, .bold])
      line.append("_", .bold)
      line.append("   Enter keeps it, Esc takes it back, * stands for anything", .dim)
      return line
    }
    if case .details = state.mode {
      return keys([("Esc", "back"), ("↑↓", "other rows"), ("Space", "pause"), ("^C", "quit")])
    }
    if case .help = state.mode { return keys([("any key", "back")]) }
    let pause = state.isPaused ? "go on" : "pause"
    return keys([
      ("q", "quit"), ("?", "help"), ("1-4", "tables"), ("←→", "sort"), ("r", "reverse"),
      ("/", "filter"), ("Space", pause), ("Enter", "look into"),
    ])
  }

  /// Keys and their effects, as many as fit.
  private func keys(_ keys: [(String, String)]) -> StyledLine {
    var line = StyledLine()
    for (key, meaning) in keys {
      let key =
        glyphs == .ascii
        ? key.replacing("↑↓", with: "Up/Down").replacing("←→", with: "< >") : key
      guard line.width + key.columns + meaning.columns + 3 <= width else { break }
      line.append(" \(key)", .bold)
      line.append(" \(meaning) ", .dim)
    }
    return line
  }
}
