import AuthenticationClient
import ComposableArchitecture
import Testing

@testable import LoginCore
@testable import TwoFactorCore

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct LoginTests {
  private func makeStore(
    login: @escaping @Sendable () throws -> AuthenticationResponse,
    twoFactor: @escaping @Sendable (String) throws -> AuthenticationResponse = { _ in
      throw AuthenticationError.expired
    }
  ) -> TestStoreOf<Login> {
    TestStore(initialState: Login.State()) {
      Login()
    } withDependencies: {
      $0.authenticationClient.login = { email, password in
        #expect(email == "anna@example.com")
        #expect(password == "password")
        return try login()
      }
      $0.authenticationClient.twoFactor = { code, token in
        #expect(token == "pending")
        return try twoFactor(code)
      }
    }
  }

  private func logIn(_ store: TestStoreOf<Login>) async {
    await store.send(.loginButtonTapped)
    #expect(!store.state.isFormValid)
    await store.send(\.binding.email, "anna@example.com") {
      $0.email = "anna@example.com"
    }
    await store.send(\.binding.password, "password") {
      $0.password = "password"
    }
    await store.send(.loginButtonTapped) {
      $0.isRequestInFlight = true
    }
  }

  @Test func aPasswordIsEnough() async {
    let store = makeStore(login: { AuthenticationResponse(token: "session") })
    await logIn(store)
    await store.receive(\.loginResponse.success) {
      $0.isRequestInFlight = false
    }
    await store.receive(\.delegate.loggedIn, "anna@example.com")
  }

  @Test func aRequestIsSentOnceHoweverOftenTheButtonIsTapped() async {
    var state = Login.State()
    state.email = "anna@example.com"
    state.password = "password"
    let store = TestStore(initialState: state) {
      Login()
    } withDependencies: {
      $0.authenticationClient.login = { _, _ in try await Task.never() }
    }
    let request = await store.send(.loginButtonTapped) {
      $0.isRequestInFlight = true
    }
    await store.send(.loginButtonTapped)
    await request.cancel()
  }

  @Test func aWrongPasswordIsAnAlert() async {
    let store = makeStore(login: { throw AuthenticationError.wrongCredentials })
    await logIn(store)
    await store.receive(\.loginResponse.failure) {
      $0.alert = AlertState { TextState("The email address or the password is wrong.") }
      $0.isRequestInFlight = false
    }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
    }
  }

  @Test func aSecondFactorIsAskedFor() async {
    let store = makeStore(
      login: { AuthenticationResponse(token: "pending", isTwoFactorRequired: true) },
      twoFactor: { code in
        guard code == "1234" else { throw AuthenticationError.wrongCode }
        return AuthenticationResponse(token: "session")
      })
    await logIn(store)
    await store.receive(\.loginResponse.success) {
      $0.isRequestInFlight = false
      $0.twoFactor = TwoFactor.State(token: "pending")
    }
    await store.send(\.twoFactor.binding.code, "999") {
      $0.twoFactor?.code = "999"
    }
    // The code is too short.
    await store.send(\.twoFactor.submitButtonTapped)
    await store.send(\.twoFactor.binding.code, "9999") {
      $0.twoFactor?.code = "9999"
    }
    await store.send(\.twoFactor.submitButtonTapped) {
      $0.twoFactor?.isRequestInFlight = true
    }
    await store.receive(\.twoFactor.twoFactorResponse.failure) {
      $0.twoFactor?.alert = AlertState { TextState("The code is wrong.") }
      $0.twoFactor?.code = ""
      $0.twoFactor?.isRequestInFlight = false
    }
    await store.send(\.twoFactor.alert.dismiss) {
      $0.twoFactor?.alert = nil
    }
    await store.send(\.twoFactor.binding.code, "1234") {
      $0.twoFactor?.code = "1234"
    }
    await store.send(\.twoFactor.submitButtonTapped) {
      $0.twoFactor?.isRequestInFlight = true
    }
    await store.receive(\.twoFactor.twoFactorResponse.success) {
      $0.twoFactor?.isRequestInFlight = false
    }
    await store.receive(\.delegate.loggedIn, "anna@example.com")
  }

  @Test func anExpiredTokenLeadsBackToTheLogin() async {
    let store = makeStore(
      login: { AuthenticationResponse(token: "pending", isTwoFactorRequired: true) })
    await logIn(store)
    await store.receive(\.loginResponse.success) {
      $0.isRequestInFlight = false
      $0.twoFactor = TwoFactor.State(token: "pending")
    }
    await store.send(\.twoFactor.binding.code, "1234") {
      $0.twoFactor?.code = "1234"
    }
    await store.send(\.twoFactor.submitButtonTapped) {
      $0.twoFactor?.isRequestInFlight = true
    }
    await store.receive(\.twoFactor.twoFactorResponse.failure) {
      $0.alert = AlertState { TextState(AuthenticationError.expired.description) }
      $0.twoFactor = nil
    }
  }

  @Test func cancellingTheSecondFactorCancelsItsRequest() async {
    let store = TestStore(initialState: Login.State.askingForCode) {
      Login()
    } withDependencies: {
      $0.authenticationClient.twoFactor = { _, _ in try await Task.never() }
    }
    await store.send(\.twoFactor.submitButtonTapped) {
      $0.twoFactor?.isRequestInFlight = true
    }
    await store.send(\.twoFactor.cancelButtonTapped)
    await store.receive(\.twoFactor.dismiss) {
      $0.twoFactor = nil
    }
  }
}

extension Login.State {
  /// After a login with a password that was right.
  fileprivate static var askingForCode: Self {
    var state = Self()
    state.twoFactor = TwoFactor.State(token: "pending")
    state.twoFactor?.code = "1234"
    return state
  }
}
