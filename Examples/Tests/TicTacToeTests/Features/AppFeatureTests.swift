import AuthenticationClient
import ComposableArchitecture
import Testing

@testable import AppCore
@testable import GameCore
@testable import LoginCore
@testable import NewGameCore
@testable import TwoFactorCore

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct AppFeatureTests {
  private func makeStore(_ state: AppFeature.State) -> TestStoreOf<AppFeature> {
    TestStore(initialState: state) {
      AppFeature.body
    } withDependencies: {
      $0.authenticationClient.login = { _, _ in AuthenticationResponse(token: "session") }
    }
  }

  @Test func aLoginLeadsToANewGameAndALogoutBack() async {
    var login = Login.State()
    login.email = "anna@example.com"
    login.password = "password"
    let store = makeStore(.login(login))
    await store.send(\.login.loginButtonTapped) {
      $0.modify(\.login) { $0.isRequestInFlight = true }
    }
    await store.receive(\.login.loginResponse.success) {
      $0.modify(\.login) { $0.isRequestInFlight = false }
    }
    await store.receive(\.login.delegate.loggedIn) {
      $0 = .newGame(NewGame.State(user: "anna@example.com"))
    }
    await store.send(\.newGame.logoutButtonTapped) {
      // The password is gone.
      $0 = .login(Login.State())
    }
  }

  @Test func namesAreNeededForAGame() async throws {
    let store = makeStore(.newGame(NewGame.State(user: "anna@example.com")))
    await store.send(\.newGame.playButtonTapped)
    await store.send(\.newGame.binding.xPlayerName, "Anna") {
      $0.modify(\.newGame) { $0.xPlayerName = "Anna" }
    }
    await store.send(\.newGame.binding.oPlayerName, " ") {
      $0.modify(\.newGame) { $0.oPlayerName = " " }
    }
    await store.send(\.newGame.playButtonTapped)
    await store.send(\.newGame.binding.oPlayerName, "Ben") {
      $0.modify(\.newGame) { $0.oPlayerName = "Ben" }
    }
    await store.send(\.newGame.playButtonTapped) {
      $0.modify(\.newGame) { $0.game = Game.State(oPlayerName: "Ben", xPlayerName: "Anna") }
    }
    let cell = try #require(Board.Cell(row: 1, column: 1))
    await store.send(\.newGame.game.cellTapped, cell) {
      $0.modify(\.newGame) {
        $0.game?.board[cell] = .x
        $0.game?.currentPlayer = .o
      }
    }
    await store.send(\.newGame.game.quitButtonTapped)
    await store.receive(\.newGame.game.dismiss) {
      $0.modify(\.newGame) { $0.game = nil }
    }
  }

  @Test func theTallyIsThatOfAllGames() async throws {
    var newGame = NewGame.State(user: "anna@example.com")
    newGame.game = Game.State(oPlayerName: "Ben", xPlayerName: "Anna")
    newGame.game?.board = Board("XX.OO....")
    let store = makeStore(.newGame(newGame))
    store.exhaustivity = .off
    let cell = try #require(Board.Cell(row: 0, column: 2))
    await store.send(\.newGame.game.cellTapped, cell)
    await store.send(\.newGame.game.quitButtonTapped)
    await store.receive(\.newGame.game.dismiss)
    #expect(store.state.newGame?.tally.xWins == 1)
  }
}
