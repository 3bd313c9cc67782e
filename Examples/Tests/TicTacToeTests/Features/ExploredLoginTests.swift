import AuthenticationClient
import ComposableArchitecture
import ComposableCoreTestSupport
import Testing

@testable import AppCore
@testable import LoginCore
@testable import NewGameCore
@testable import TwoFactorCore

/// The login in all orders of its events.
@MainActor
@Suite(.serialized) struct ExploredLoginTests {
  private func makeStore(
    _ exploration: Exploration, twoFactor: TwoFactor.State? = nil
  ) -> StoreOf<AppFeature> {
    var login = Login.State()
    login.email = "anna@example.com"
    login.password = "password"
    login.twoFactor = twoFactor
    return Store(initialState: .login(login)) {
      AppFeature.body
    } withDependencies: {
      $0.authenticationClient.login = { _, _ in
        await exploration.pause()
        return AuthenticationResponse(token: "session")
      }
      $0.authenticationClient.twoFactor = { _, _ in
        await exploration.pause()
        return AuthenticationResponse(token: "session")
      }
    }
  }

  private let anna = AppFeature.State.newGame(NewGame.State(user: "anna@example.com"))

  @Test func editedAddress_inAllOrders_isNotTheUserWhoLoggedIn() async throws {
    let orders = try await explore(checking: .usual.subtracting(.noActionsForRemovedFeatures)) {
      exploration in
      let store = makeStore(exploration)
      exploration.send(.login(.loginButtonTapped), to: store)
      exploration.send(.login(.set(\.email, "ben@example.com")), to: store)
      exploration.eventually { [anna] in
        let state = store.withState { $0 }
        // Either the answer came first, or there is no request any more.
        guard state != anna else { return }
        let login = try #require(state[case: \.login])
        #expect(login.email == "ben@example.com")
        #expect(!login.isRequestInFlight)
      }
    }
    #expect(orders.count != nil)
  }

  @Test func cancelledSecondFactor_inAllOrders_logsInOrNotAtAll() async throws {
    let orders = try await explore(checking: .usual.subtracting(.noActionsForRemovedFeatures)) {
      exploration in
      var twoFactor = TwoFactor.State(token: "pending")
      twoFactor.code = "1234"
      let store = makeStore(exploration, twoFactor: twoFactor)
      exploration.send(.login(.twoFactor(.presented(.submitButtonTapped))), to: store)
      exploration.send(.login(.twoFactor(.presented(.cancelButtonTapped))), to: store)
      exploration.eventually { [anna] in
        let state = store.withState { $0 }
        guard state != anna else { return }
        let login = try #require(state[case: \.login])
        #expect(login.twoFactor == nil)
      }
    }
    #expect(orders.count != nil)
  }
}
