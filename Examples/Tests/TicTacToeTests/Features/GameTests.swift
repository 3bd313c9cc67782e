import ComposableArchitecture
import Testing

@testable import GameCore

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct GameTests {
  private let store = TestStore(
    initialState: Game.State(oPlayerName: "Ben", xPlayerName: "Anna")
  ) {
    Game()
  }

  /// Makes marks, the first of which is an X, and expects each.
  private func mark(_ cells: [(Int, Int)]) async throws {
    for (row, column) in cells.dropLast() {
      let cell = try #require(Board.Cell(row: row, column: column))
      await store.send(.cellTapped(cell)) {
        $0.board[cell] = $0.currentPlayer
        $0.currentPlayer = $0.currentPlayer == .x ? .o : .x
      }
    }
  }

  @Test func threeInALineWin() async throws {
    #expect(store.state.title == "Anna, place your X.")
    try await mark([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)])
    let last = try #require(Board.Cell(row: 0, column: 2))
    await store.send(.cellTapped(last)) {
      $0.board = Board("XXX OO....".replacing(" ", with: ""))
      $0.$tally.withLock { $0.xWins = 1 }
    }
    #expect(store.state.title == "Anna has won!")
    // The game is over.
    await store.send(.cellTapped(try #require(Board.Cell(row: 2, column: 2))))
    await store.send(.playAgainButtonTapped) {
      $0.board = Board()
    }
    await store.send(.playAgainButtonTapped)
  }

  @Test func aFullBoardIsADraw() async throws {
    try await mark([
      (0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2),
    ])
    await store.send(.cellTapped(try #require(Board.Cell(row: 2, column: 2)))) {
      $0.board = Board("XOXXOOOXX")
      $0.$tally.withLock { $0.draws = 1 }
    }
    #expect(store.state.title == "The game ends in a draw.")
  }

  @Test func aMarkStays() async throws {
    try await mark([(1, 1), (0, 0)])
    await store.send(.cellTapped(try #require(Board.Cell(row: 1, column: 1))))
    #expect(store.state.title == "Ben, place your O.")
  }

  @Test(arguments: [
    ("XXX......", Player.x), ("...OOO...", .o), ("......XXX", .x), ("X..X..X..", .x),
    (".O..O..O.", .o), ("..X..X..X", .x), ("X...X...X", .x), ("..O.O.O..", .o),
  ])
  func everyLineWins(text: String, winner: Player) {
    #expect(Board(text).winner == winner)
    #expect(Board(text).winningLine?.count == 3)
  }

  @Test(arguments: ["", "XX.......", "XOXXOOOXX", "X...O...X"])
  func otherBoardsHaveNoWinner(text: String) {
    #expect(Board(text).winner == nil)
    #expect(Board(text).isFull == (text == "XOXXOOOXX"))
  }

  @Test func thereAreNineCells() {
    #expect(Board.Cell(row: 3, column: 0) == nil)
    #expect(Board.Cell(row: 0, column: -1) == nil)
    #expect(Board()[2, 2] == nil)
    #expect(Board()[9, 9] == nil)
  }
}
