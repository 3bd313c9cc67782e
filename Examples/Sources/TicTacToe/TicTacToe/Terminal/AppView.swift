import AppCore
import ComposableArchitecture
import GameCore
import LoginCore
import NewGameCore
import TerminalKit
import TwoFactorCore

/// The screens of the application on a terminal.
struct AppView: TerminalView {
  let store: StoreOf<AppFeature>
  /// Where the page is served, if it is.
  let address: String?
  let focus = AppFocus()

  nonisolated static let commands: [Command<AppCommand>] = [
    text("email", "the address to log in with", "anna@example.com") { .email($0) },
    text("password", "the password to log in with", "password") { .password($0) },
    command("login", "log in", .login),
    text("code", "the code of the second factor", "123456") { .code($0) },
    command("submit", "log in with the code", .submit),
    command("cancel", "go back to the login", .cancel),
    command("logout", "log out", .logout),
    text("x", "the name of the first player", "Anna") { .xName($0) },
    text("o", "the name of the second player", "Ben") { .oName($0) },
    command("play", "start a game", .play),
    Command(
      "move", keys: [], label: "move", help: "make a mark",
      parameter: .init("row", "column", example: "1 3")
    ) { argument in
      let numbers = argument.split(separator: " ").map { Int($0) }
      guard numbers.count == 2, let row = numbers[0], let column = numbers[1] else { return nil }
      return .move(row: row, column: column)
    },
    command("again", "play once more", .again),
    command("leave", "leave the game", .leave),
    Command(
      "choose", keys: [], label: "choose", help: "answer a question",
      parameter: .init("number", example: "1")
    ) { Int($0).map { .choose($0) } },
  ]

  private nonisolated static func command(
    _ word: String, _ help: String, _ command: AppCommand
  ) -> Command<AppCommand> {
    Command(word, keys: [], label: word, help: help, sends: command)
  }

  private nonisolated static func text(
    _ word: String, _ help: String, _ example: String,
    _ command: @escaping @Sendable (String) -> AppCommand
  ) -> Command<AppCommand> {
    Command(
      word, keys: [], label: word, help: help, parameter: .init("text", example: example)
    ) { $0.isEmpty ? nil : command($0) }
  }

  func actions(
    for request: AppCommand
  ) throws(LineCommandFailure) -> [AppFeature.Action] {
    do {
      return [try request.action(in: store.state)]
    } catch {
      throw .impossible(error.description)
    }
  }

  var summary: String { AppText.summary(of: store.state) }

  // MARK: Keys

  func press(_ key: Key) -> KeyResponse<AppFeature.Action> {
    if let prompt = store.state.prompt {
      return prompt.button(for: key).map { .send($0.action) } ?? .handled
    }
    switch store.state {
    case .login(let login):
      guard let twoFactor = login.twoFactor else { return press(key, in: login) }
      return press(key, in: twoFactor)
    case .newGame(let newGame):
      guard let game = newGame.game else { return press(key, in: newGame) }
      return press(key, in: game)
    }
  }

  private func press(_ key: Key, in login: Login.State) -> KeyResponse<AppFeature.Action> {
    if focus.move(with: key, in: .login) { return .handled }
    if key == .return {
      if login.isFormValid { return .send(.login(.loginButtonTapped)) }
      focus.moveToNextField(of: .login)
      return .handled
    }
    if focus.isInFirstField(of: .login) {
      return login.email.edited(by: key).map { .send(.login(.set(\.email, $0))) } ?? .handled
    }
    return login.password.edited(by: key).map { .send(.login(.set(\.password, $0))) } ?? .handled
  }

  private func press(_ key: Key, in twoFactor: TwoFactor.State) -> KeyResponse<AppFeature.Action> {
    let action: TwoFactor.Action
    switch key {
    case .escape: action = .cancelButtonTapped
    case .return: action = .submitButtonTapped
    default:
      guard let code = twoFactor.code.edited(by: key) else { return .handled }
      action = .set(\.code, code)
    }
    return .send(.login(.twoFactor(.presented(action))))
  }

  private func press(_ key: Key, in newGame: NewGame.State) -> KeyResponse<AppFeature.Action> {
    if focus.move(with: key, in: .names) { return .handled }
    switch key {
    case .escape:
      return .send(.newGame(.logoutButtonTapped))
    case .return where newGame.isFormValid:
      return .send(.newGame(.playButtonTapped))
    case .return:
      focus.moveToNextField(of: .names)
      return .handled
    default:
      let action: NewGame.Action?
      if focus.isInFirstField(of: .names) {
        action = newGame.xPlayerName.edited(by: key).map { .set(\.xPlayerName, $0) }
      } else {
        action = newGame.oPlayerName.edited(by: key).map { .set(\.oPlayerName, $0) }
      }
      return action.map { .send(.newGame($0)) } ?? .handled
    }
  }

  private func press(_ key: Key, in game: Game.State) -> KeyResponse<AppFeature.Action> {
    let action: Game.Action
    switch key {
    case .escape: action = .quitButtonTapped
    case "n": action = .playAgainButtonTapped
    case .return where game.isOver: action = .playAgainButtonTapped
    case .return, " ": action = .cellTapped(focus.cell)
    default:
      focus.moveCell(with: key)
      return .handled
    }
    return .send(.newGame(.game(.presented(action))))
  }

  // MARK: Screen

  func screen(_ size: Screen.Size, footer: [String]?) -> [String] {
    AppScreen(state: store.state, focus: focus, address: address, size: size).lines
  }

  func lines(width: Int, usesColor: Bool) -> [String] { [] }
}
