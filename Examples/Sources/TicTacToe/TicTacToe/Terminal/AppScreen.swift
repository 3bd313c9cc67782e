import AppCore
import ComposableArchitecture
import GameCore
import LoginCore
import NewGameCore
import TerminalKit
import TwoFactorCore

/// The screen of the terminal.
@MainActor
struct AppScreen {
  let state: AppFeature.State
  let focus: AppFocus
  /// Where the page is served, if it is.
  let address: String?
  let size: Screen.Size
  var usesColor = Style.isWanted

  var lines: [String] {
    let header = ["", style(.bold, "Tic-tac-toe") + (address.map { "   " + $0 } ?? ""), ""]
    let content = state.prompt?.lines(width: width) ?? self.content
    let footer = [""] + keys.wrapped(to: width, separator: "   ").map { style(.dim, $0) }
    return (header + content + footer).map { $0.isEmpty ? "" : "  " + $0 }
  }

  private var width: Int { max(size.columns - 4, 20) }

  private func style(_ style: Style, _ text: String) -> String { style(text, if: usesColor) }

  private var keys: [String] {
    let quit = "ctrl-d quit"
    if state.prompt != nil { return ["return ok", quit] }
    switch state {
    case .login(let login) where login.twoFactor != nil:
      return ["return log in", "esc cancel", quit]
    case .login:
      return ["tab next field", "return log in", quit]
    case .newGame(let newGame):
      guard let game = newGame.game else {
        return ["tab next field", "return play", "esc log out", quit]
      }
      return (game.isOver ? ["n play again"] : ["↑↓←→ move", "space mark"]) + ["esc leave", quit]
    }
  }

  // MARK: Content

  private var content: [String] {
    switch state {
    case .login(let login):
      login.twoFactor.map(lines) ?? lines(of: login)
    case .newGame(let newGame):
      newGame.game.map(lines) ?? lines(of: newGame)
    }
  }

  private func lines(of login: Login.State) -> [String] {
    [
      "Log in to play.", "",
      field("Email     ", login.email, isFocused: focus.isInFirstField(of: .login)),
      field(
        "Password  ", String(repeating: "•", count: login.password.count),
        isFocused: !focus.isInFirstField(of: .login)),
    ] + progress(login.isRequestInFlight)
  }

  private func lines(of twoFactor: TwoFactor.State) -> [String] {
    "A code was sent to you. Type it to log in.".wrapped(to: width)
      + ["", field("Code  ", twoFactor.code, isFocused: true)]
      + progress(twoFactor.isRequestInFlight)
  }

  private func progress(_ isRequestInFlight: Bool) -> [String] {
    isRequestInFlight ? ["", style(.dim, "Logging in …")] : []
  }

  private func lines(of newGame: NewGame.State) -> [String] {
    [
      style(.dim, newGame.user.printable.clipped(to: width)), "",
      field("X  ", newGame.xPlayerName, isFocused: focus.isInFirstField(of: .names)),
      field("O  ", newGame.oPlayerName, isFocused: !focus.isInFirstField(of: .names)),
    ] + tally(newGame.tally)
  }

  private func lines(of game: Game.State) -> [String] {
    let title = game.title.printable.wrapped(to: width).map { style(.bold, $0) }
    let rows = (0..<3).map { row in
      (0..<3).map { cell(row, $0, of: game) }.joined(separator: "│")
    }
    let board = rows.flatMap { ["───┼───┼───", $0] }.dropFirst()
    return title + [""] + board + tally(game.tally)
  }

  private func cell(_ row: Int, _ column: Int, of game: Game.State) -> String {
    guard let cell = Board.Cell(row: row, column: column) else { return "" }
    let mark = game.board[cell]?.rawValue ?? " "
    if game.board.winningLine?.contains(cell) == true {
      return style(.green, usesColor ? " \(mark) " : "*\(mark)*")
    }
    guard !game.isOver, focus.cell == cell else { return " \(mark) " }
    return style(.reversed, "[\(mark)]")
  }

  private func tally(_ tally: Tally) -> [String] {
    tally == Tally() ? [] : [""] + (AppText.tally(tally) + ".").wrapped(to: width)
  }

  private func field(_ label: String, _ text: String, isFocused: Bool) -> String {
    let room = max(width - label.count - 1, 1)
    let text = String(text.printable.suffix(room))
    return label + (isFocused ? style(.bold, text) + "▏" : text)
  }
}
