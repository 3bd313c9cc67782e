import TraceAnalysis

/// The user's choices: table, order, rows. It performs no I/O.
struct TopState: Equatable {
  /// The tables.
  enum Tab: Int, CaseIterable, Equatable {
    case actions, effects, slowest, processes

    var title: String {
      switch self {
      case .actions: "Actions"
      case .effects: "Effects"
      case .slowest: "Slowest"
      case .processes: "Processes"
      }
    }
  }

  enum Mode: Equatable {
    case table
    case help
    /// A row is shown in detail.
    case details(TopRowID)
    /// The filter is being typed; Escape restores the previous one.
    case filter(previous: String)
  }

  /// The request of a key to the program.
  enum Request: Equatable {
    case none
    case quit
    case suspend
    /// Redraw everything.
    case redraw
  }

  var tab = Tab.actions
  var mode = Mode.table
  var filter = ""
  var isPaused = false
  /// The column that each table is ordered by.
  var sortColumn: [Tab: Int] = [:]
  /// Whether each table is in the opposite order.
  var isReversed: [Tab: Bool] = [:]
  /// The selected row; `nil` for the first one.
  var selected: TopRowID?

  func sortColumn(of tab: Tab) -> Int { sortColumn[tab] ?? 0 }
  func isReversed(_ tab: Tab) -> Bool { isReversed[tab] ?? false }

  /// - Parameters:
  ///   - rows: The rows of the current table, in their order.
  ///   - columns: The number of its visible columns, by position.
  ///   - page: The number of rows that fit on the screen.
  mutating func handle(
    _ key: Key, rows: [TopRowID], columns: [Int], page: Int
  ) -> Request {
    switch (mode, key) {
    case (_, .control("c")), (_, .control("\\")): return .quit
    case (_, .control("z")): return .suspend
    case (_, .control("l")): return .redraw
    case (.filter(let previous), _): edit(key, previous)
    case (.help, .character("q")), (.details, .character("q")): mode = .table
    case (.help, _): mode = .table
    case (.details, .character(" ")): isPaused.toggle()
    case (.details, .escape), (.details, .enter), (.details, .left), (.details, .backspace):
      mode = .table
    case (.details, .up), (.details, .character("k")): step(-1, rows, looksInto: true)
    case (.details, .down), (.details, .character("j")): step(1, rows, looksInto: true)
    case (.details, _): break
    case (.table, _): return handleInTable(key, rows, columns, page)
    }
    return .none
  }

  private mutating func handleInTable(
    _ key: Key, _ rows: [TopRowID], _ columns: [Int], _ page: Int
  ) -> Request {
    switch key {
    case .character("q"): return .quit
    case .character("?"), .character("h"), .function(1): mode = .help
    case .character(" "), .character("p"): isPaused.toggle()
    case .character("/"), .function(4): mode = .filter(previous: filter)
    case .escape:
      filter = ""
      selected = nil
    case .enter:
      if let row = position(in: rows).map({ rows[$0] }) {
        selected = row
        mode = .details(row)
      }
    case .tab: show(Tab(rawValue: (tab.rawValue + 1) % Tab.allCases.count))
    case .backTab:
      show(Tab(rawValue: (tab.rawValue + Tab.allCases.count - 1) % Tab.allCases.count))
    case .character(let digit) where digit.wholeNumberValue != nil:
      show(Tab(rawValue: (digit.wholeNumberValue ?? 0) - 1))
    case .left, .character("<"), .character(","): sort(-1, columns)
    case .right, .character(">"), .character("."), .character("s"): sort(1, columns)
    case .character("r"): isReversed[tab] = !isReversed(tab)
    case .up, .character("k"): step(-1, rows)
    case .down, .character("j"): step(1, rows)
    case .pageUp: step(-max(page, 1), rows)
    case .pageDown: step(max(page, 1), rows)
    case .home, .character("g"): selected = nil
    case .end, .character("G"): selected = rows.last
    default: break
    }
    return .none
  }

  /// The position of the selected row; the first one if it no longer exists.
  func position(in rows: [TopRowID]) -> Int? {
    rows.isEmpty ? nil : selected.flatMap { rows.firstIndex(of: $0) } ?? 0
  }

  private mutating func show(_ tab: Tab?) {
    guard let tab, tab != self.tab else { return }
    self.tab = tab
    selected = nil
  }

  private mutating func sort(_ direction: Int, _ columns: [Int]) {
    guard !columns.isEmpty else { return }
    let current = columns.firstIndex(of: sortColumn(of: tab)) ?? 0
    sortColumn[tab] = columns[(current + direction + columns.count) % columns.count]
    isReversed[tab] = false
  }

  private mutating func step(_ distance: Int, _ rows: [TopRowID], looksInto: Bool = false) {
    guard let position = position(in: rows) else { return }
    let row = rows[min(max(position + distance, 0), rows.count - 1)]
    selected = row
    if looksInto { mode = .details(row) }
  }

  private mutating func edit(_ key: Key, _ previous: String) {
    switch key {
    case .enter, .down, .up: mode = .table
    case .escape:
      filter = previous
      mode = .table
    case .backspace: if !filter.isEmpty { filter.removeLast() }
    case .control("u"): filter = ""
    case .character(let character): filter.append(character)
    default: break
    }
    selected = nil
  }

  /// Whether a name contains the filter, in which * stands for any text.
  func matches(_ name: String) -> Bool {
    filter.isEmpty || NamePattern("*\(filter.lowercased())*").matches(name.lowercased())
  }
}
