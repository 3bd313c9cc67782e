/// A player: X or O.
package enum Player: String, Equatable, Sendable {
  case x = "X"
  case o = "O"

  /// The other player.
  package var opponent: Self { self == .x ? .o : .x }
}

/// The cells of a game.
package struct Board: Equatable, Sendable {
  /// A place on the board.
  package struct Cell: Hashable, Sendable {
    package let row: Int
    package let column: Int

    /// - Returns: Nil if there is no such place.
    package init?(row: Int, column: Int) {
      guard 0..<3 ~= row, 0..<3 ~= column else { return nil }
      self.row = row
      self.column = column
    }
  }

  private var marks: [Player?] = Array(repeating: nil, count: 9)

  package init() {}

  /// An empty board with some marks, one line per row: `X`, `O`, or any other character for none.
  package init(_ text: String) {
    let characters = text.filter { !$0.isNewline }
    for (index, character) in characters.prefix(9).enumerated() {
      marks[index] = Player(rawValue: String(character))
    }
  }

  /// The player whose mark is in the cell.
  package subscript(_ cell: Cell) -> Player? {
    get { marks[cell.row * 3 + cell.column] }
    set { marks[cell.row * 3 + cell.column] = newValue }
  }

  /// The player whose mark is in a row and a column.
  package subscript(row: Int, column: Int) -> Player? {
    Cell(row: row, column: column).flatMap { self[$0] }
  }

  /// The cells of the line that has won, if any.
  package var winningLine: [Cell]? {
    Self.lines.first { line in
      guard let player = self[line[0]] else { return false }
      return line.allSatisfy { self[$0] == player }
    }
  }

  /// The player with three in a line, if any.
  package var winner: Player? { winningLine.flatMap { self[$0[0]] } }

  package var isFull: Bool { !marks.contains(nil) }

  private static let lines: [[Cell]] = {
    let indices = 0..<3
    let rows = indices.map { row in indices.map { (row, $0) } }
    let columns = indices.map { column in indices.map { ($0, column) } }
    let diagonals = [indices.map { ($0, $0) }, indices.map { ($0, 2 - $0) }]
    return (rows + columns + diagonals).map { line in
      line.compactMap { Cell(row: $0.0, column: $0.1) }
    }
  }()
}
