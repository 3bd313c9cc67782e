import AppCore
import ComposableArchitecture
import GameCore
import LoginCore
import NewGameCore
import PageKit
import TerminalKit
import TwoFactorCore

/// The contents of a page. A password leaves the page that it was typed in only as a command.
struct PageState: Encodable, Equatable {
  struct LoginForm: Encodable, Equatable {
    let email: String
    let isRequestInFlight: Bool
  }

  struct CodeForm: Encodable, Equatable {
    let code: String
    let isRequestInFlight: Bool
  }

  struct NamesForm: Encodable, Equatable {
    let oName: String
    let user: String
    let xName: String
  }

  struct GameBoard: Encodable, Equatable {
    struct Cell: Encodable, Equatable {
      let mark: String
      let isWinning: Bool
    }

    let cells: [[Cell]]
    let isOver: Bool
    let title: String
  }

  var code: CodeForm?
  var game: GameBoard?
  var login: LoginForm?
  var names: NamesForm?
  let prompt: PageQuestion?
  var tally: String?
}

extension PageState {
  init(_ state: AppFeature.State) {
    prompt = state.prompt.map { PageQuestion($0) }
    switch state {
    case .login(let login):
      if let twoFactor = login.twoFactor {
        code = CodeForm(
          code: twoFactor.code, isRequestInFlight: twoFactor.isRequestInFlight)
      } else {
        self.login = LoginForm(
          email: login.email, isRequestInFlight: login.isRequestInFlight)
      }
    case .newGame(let newGame):
      if newGame.tally != Tally() { tally = AppText.tally(newGame.tally) }
      if let game = newGame.game {
        self.game = GameBoard(game)
      } else {
        names = NamesForm(
          oName: newGame.oPlayerName, user: newGame.user,
          xName: newGame.xPlayerName)
      }
    }
  }
}

extension PageState.GameBoard {
  fileprivate init(_ game: Game.State) {
    let line = game.board.winningLine ?? []
    cells = (0..<3).map { row in
      (0..<3).map { column in
        Cell(
          mark: game.board[row, column]?.rawValue ?? "",
          isWinning: Board.Cell(row: row, column: column).map(line.contains) ?? false)
      }
    }
    isOver = game.isOver
    title = game.title
  }
}
