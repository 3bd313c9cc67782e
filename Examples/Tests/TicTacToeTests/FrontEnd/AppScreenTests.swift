import AppCore
import ComposableArchitecture
import GameCore
import LoginCore
import NewGameCore
import TerminalKit
import Testing

@testable import TicTacToe

@MainActor
@Suite struct AppScreenTests {
  private func text(
    _ state: AppFeature.State, columns: Int = 80, usesColor: Bool = false
  ) -> String {
    AppScreen(
      state: state, focus: AppFocus(), address: nil, size: Screen.Size(columns: columns, rows: 24),
      usesColor: usesColor
    )
    .lines.joined(separator: "\n")
  }

  private func playing(_ board: String) -> AppFeature.State {
    var newGame = NewGame.State(user: "anna@example.com")
    newGame.game = Game.State(oPlayerName: "Ben", xPlayerName: "Anna")
    newGame.game?.board = Board(board)
    return .newGame(newGame)
  }

  @Test func aPasswordIsNotShown() {
    var login = Login.State()
    login.email = "anna@example.com"
    login.password = "secret"
    #expect(
      text(.login(login)) == """

          Tic-tac-toe

          Log in to play.

          Email     anna@example.com▏
          Password  ••••••

          tab next field   return log in   ctrl-d quit
        """)
    #expect(!AppText.summary(of: .login(login)).contains("secret"))
  }

  @Test func theBoardHasACursor() {
    #expect(
      text(playing("X...O...X")) == """

          Tic-tac-toe

          Anna, place your X.

           X │   │   
          ───┼───┼───
             │[O]│   
          ───┼───┼───
             │   │ X 

          ↑↓←→ move   space mark   esc leave   ctrl-d quit
        """)
  }

  @Test func theWinningLineIsMarked() {
    let text = text(playing("XXXOO...."))
    #expect(text.contains("Anna has won!"))
    #expect(text.contains("*X*│*X*│*X*"))
    #expect(text.contains("n play again"))
    #expect(!text.contains("["))
  }

  @Test(arguments: [110, 80, 60, 40])
  func everythingFits(columns: Int) {
    var login = Login.State()
    login.email = String(repeating: "a", count: 200)
    login.password = login.email
    var newGame = NewGame.State(user: login.email)
    newGame.xPlayerName = login.email
    var alert = Login.State()
    alert.alert = AlertState { TextState(login.email) }
    for state in [.login(login), .newGame(newGame), playing(""), .login(alert)]
      as [AppFeature.State]
    {
      #expect(
        text(state, columns: columns).split(separator: "\n").allSatisfy { $0.count <= columns })
    }
  }

  @Test func textCannotControlTheTerminal() {
    var newGame = NewGame.State(user: "\u{1B}[2J")
    newGame.game = Game.State(oPlayerName: "\n", xPlayerName: "\u{7}")
    #expect(!text(.newGame(newGame)).unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }
}
