import AppCore
import AuthenticationClient
import ComposableArchitecture
import LoginCore
import NewGameCore
import SignpostTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SignpostTests {
  @Test func aLoginIsAnEffectAndNoSecretIsRecorded() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: AppFeature.State.login(Login.State())) {
        AppFeature.body.signpost("app")
      } withDependencies: {
        $0.authenticationClient.login = { _, _ in AuthenticationResponse(token: "token") }
      }
      store.send(.login(.set(\.email, "anna@example.com")))
      store.send(.login(.set(\.password, "a secret")))
      await store.send(.login(.loginButtonTapped)).finish()
      store.send(.newGame(.logoutButtonTapped))
    }
    await recorder.expectFlow(
      [
        "login.binding", "login.binding",
        .action(
          "login.loginButtonTapped",
          // The screen goes before the effect has ended.
          starting: [
            .cancelled(sending: [
              .action(
                "login.loginResponse",
                starting: [.finished(sending: ["login.delegate.loggedIn"])])
            ])
          ]),
        "newGame.logoutButtonTapped",
      ], prefix: "app")
    #expect(!"\(recorder.events)".contains("secret"))
  }
}
