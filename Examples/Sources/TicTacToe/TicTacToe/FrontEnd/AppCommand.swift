import AppCore
import ComposableArchitecture
import GameCore
import LoginCore
import NewGameCore
import TerminalKit
import TwoFactorCore

/// A command of a user in words, in a line of standard input or in a request of the page.
enum AppCommand: Equatable, Sendable {
  case again
  case cancel
  case choose(Int)
  case code(String)
  case email(String)
  case leave
  case login
  case logout
  /// Rows and columns count from 1.
  case move(row: Int, column: Int)
  case oName(String)
  case password(String)
  case play
  case submit
  case xName(String)
}

/// Why a command cannot be carried out now.
struct CommandRefusal: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension AppCommand {
  /// The action that does it.
  func action(in state: AppFeature.State) throws(CommandRefusal) -> AppFeature.Action {
    switch self {
    case .again: .newGame(.game(.presented(try state.finishedGame())))
    case .cancel: try state.twoFactor(.cancelButtonTapped)
    case .choose(let number): try state.button(number)
    case .code(let code): try state.twoFactor(.set(\.code, code))
    case .email(let email): try state.login(.set(\.email, email))
    case .leave: try state.game { _ throws(CommandRefusal) in .quitButtonTapped }
    case .login: try state.login(.loginButtonTapped)
    case .logout: try state.newGame(.logoutButtonTapped)
    case .move(let row, let column):
      try state.game { game throws(CommandRefusal) in
        guard !game.isOver else { throw CommandRefusal("the game is over") }
        guard 1...3 ~= row, 1...3 ~= column,
          let cell = Board.Cell(row: row - 1, column: column - 1)
        else {
          throw CommandRefusal("rows and columns are 1 to 3")
        }
        guard game.board[cell] == nil else {
          throw CommandRefusal("row \(row), column \(column) is taken")
        }
        return .cellTapped(cell)
      }
    case .oName(let name): try state.newGame(.set(\.oPlayerName, name))
    case .password(let password): try state.login(.set(\.password, password))
    case .play: try state.newGame(.playButtonTapped)
    case .submit: try state.twoFactor(.submitButtonTapped)
    case .xName(let name): try state.newGame(.set(\.xPlayerName, name))
    }
  }
}

extension AppFeature.State {
  /// The alert that is shown, if any.
  var prompt: Prompt<AppFeature.Action>? {
    guard case .login(let login) = self else { return nil }
    if let alert = login.alert {
      return Prompt(alert) { .login(.alert($0)) }
    }
    return login.twoFactor?.alert.map { alert in
      Prompt(alert) { .login(.twoFactor(.presented(.alert($0)))) }
    }
  }

  fileprivate func login(_ action: Login.Action) throws(CommandRefusal) -> AppFeature.Action {
    guard case .login(let login) = self else {
      throw CommandRefusal("you are logged in; log out first")
    }
    guard login.twoFactor == nil else {
      throw CommandRefusal("a code is asked for; submit or cancel it first")
    }
    return .login(action)
  }

  fileprivate func twoFactor(
    _ action: TwoFactor.Action
  ) throws(CommandRefusal) -> AppFeature.Action {
    guard case .login(let login) = self, login.twoFactor != nil else {
      throw CommandRefusal("no code is asked for")
    }
    return .login(.twoFactor(.presented(action)))
  }

  fileprivate func newGame(_ action: NewGame.Action) throws(CommandRefusal) -> AppFeature.Action {
    guard case .newGame(let newGame) = self else { throw CommandRefusal("log in first") }
    guard newGame.game == nil else { throw CommandRefusal("leave the game first") }
    return .newGame(action)
  }

  fileprivate func game(
    _ action: (Game.State) throws(CommandRefusal) -> Game.Action
  ) throws(CommandRefusal) -> AppFeature.Action {
    guard case .newGame(let newGame) = self, let game = newGame.game else {
      throw CommandRefusal("no game is being played")
    }
    return .newGame(.game(.presented(try action(game))))
  }

  fileprivate func finishedGame() throws(CommandRefusal) -> Game.Action {
    guard case .newGame(let newGame) = self, newGame.game?.isOver == true else {
      throw CommandRefusal("no game is over")
    }
    return .playAgainButtonTapped
  }

  fileprivate func button(_ number: Int) throws(CommandRefusal) -> AppFeature.Action {
    guard let prompt else { throw CommandRefusal("no question is being asked") }
    guard let button = prompt.button(number) else {
      throw CommandRefusal("there is no answer \(number); answers are 1 to \(prompt.buttons.count)")
    }
    return button.action
  }
}
