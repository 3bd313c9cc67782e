import AppCore
import ComposableArchitecture
import GameCore
import LoginCore
import NewGameCore
import TerminalKit
import TwoFactorCore

/// The state in words.
enum AppText {
  /// All there is to know, in a line. A password is not shown.
  static func summary(of state: AppFeature.State) -> String {
    var parts: [String]
    switch state {
    case .login(let login):
      if let twoFactor = login.twoFactor {
        parts = ["second factor: \(twoFactor.code.isEmpty ? "no code" : twoFactor.code)"]
        if twoFactor.isRequestInFlight { parts.append("logging in …") }
      } else {
        parts = [
          "login: \(login.email.isEmpty ? "no address" : login.email), "
            + (login.password.isEmpty ? "no password" : "a password")
        ]
        if login.isRequestInFlight { parts.append("logging in …") }
      }
    case .newGame(let newGame):
      if let game = newGame.game {
        parts = [rows(of: game.board).joined(separator: "/"), game.title]
      } else {
        parts = [
          "new game of \(newGame.user): \(name(newGame.xPlayerName)) (X), "
            + "\(name(newGame.oPlayerName)) (O)"
        ]
      }
      if newGame.tally != Tally() { parts.append(tally(newGame.tally)) }
    }
    if let prompt = state.prompt {
      parts.append("alert: \(prompt.title)")
    }
    return parts.joined(separator: " | ").printable
  }

  static func tally(_ tally: Tally) -> String {
    "X has won \(tally.xWins), O \(tally.oWins), draws \(tally.draws)"
  }

  /// The rows of the board, such as `X.O`.
  static func rows(of board: Board) -> [String] {
    (0..<3).map { row in (0..<3).map { board[row, $0]?.rawValue ?? "." }.joined() }
  }

  private static func name(_ name: String) -> String { name.isEmpty ? "no name" : name }
}
