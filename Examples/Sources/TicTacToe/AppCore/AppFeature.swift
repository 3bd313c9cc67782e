import ComposableArchitecture
import LoginCore
import NewGameCore

/// The whole application: a login, and games once the user is logged in.
@Reducer
package enum AppFeature {
  case login(Login)
  case newGame(NewGame)

  package static var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .login(.delegate(.loggedIn(let email))):
        state = .newGame(NewGame.State(user: email))
        return .none

      case .newGame(.logoutButtonTapped):
        state = .login(Login.State())
        return .none

      case .login, .newGame:
        return .none
      }
    }
    .ifCaseLet(\.login, action: \.login) {
      Login()
    }
    .ifCaseLet(\.newGame, action: \.newGame) {
      NewGame()
    }
  }
}

extension AppFeature.State: Equatable {}
