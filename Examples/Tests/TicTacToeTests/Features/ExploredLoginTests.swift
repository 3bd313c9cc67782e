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
    _ exploration: Exploration, isTwoFactorRequired: Bool = false
  ) -> StoreOf<AppFeature> {
    var login = Login.State()
    login.email = "anna@example.com"
    login.password = "password"
    return Store(initialState: .login(login)) {
      AppFeature.body
    } withDependencies: {
      $0.authenticationClient.login = { _, _ in
        await exploration.pause()
        return AuthenticationResponse(token: "token", isTwoFactorRequired: isTwoFactorRequired)
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
        // Either the answer came first, or there is no request any more.
        guard store.withState({ $0 != anna }) else { return }
        #expect(
          store.withState { $0[case: \.login]?.email == "ben@example.com" }
            && store.withState { $0[case: \.login]?.isRequestInFlight == false })
      }
    }
    #expect(orders.count != nil)
  }

  @Test func cancelledSecondFactor_inAllOrders_logsInOrNotAtAll() async throws {
    let orders = try await explore(checking: .usual.subtracting(.noActionsForRemovedFeatures)) {
      exploration in
      let store = makeStore(exploration, isTwoFactorRequired: true)
      exploration.send(.login(.loginButtonTapped), to: store)
      exploration.step("answer") { await exploration.pause() }
      exploration.send(.login(.twoFactor(.presented(.set(\.code, "1234")))), to: store)
      exploration.send(.login(.twoFactor(.presented(.submitButtonTapped))), to: store)
      exploration.send(.login(.twoFactor(.presented(.cancelButtonTapped))), to: store)
      exploration.eventually { [anna] in
        guard store.withState({ $0 != anna }) else { return }
        #expect(store.withState { $0[case: \.login] != nil && $0[case: \.login]?.twoFactor == nil })
      }
    }
    #expect(orders.count != nil)
  }
}
