import ComposableCore
import Testing

/// A prompt in a plain optional, without `@PresentationState`.
@MainActor
@Suite struct PlainPromptTests {
  struct Screen: Reducer {
    struct State: Equatable {
      var alert: AlertState<Alert>?
      var wasGone: Bool?
    }
    enum Alert: Equatable { case confirm, again }
    enum Action: CasePathable {
      case alert(Alert)

      struct AllCasePaths: Sendable {
        var alert: AnyCasePath<Action, Alert> {
          AnyCasePath(embed: Action.alert) { if case .alert(let alert) = $0 { alert } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    static let next = AlertState<Alert> { TextState("Sure?") }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        state.wasGone = state.alert == nil
        if case .alert(.again) = action { state.alert = Self.next }
        return .none
      }
      .ifLet(\.alert, action: \.alert)
    }
  }

  @Test func isGoneWhenTheParentReacts() async {
    let store = TestStore(initialState: Screen.State(alert: Screen.next)) { Screen() }
    await store.send(.alert(.confirm)) {
      $0.alert = nil
      $0.wasGone = true
    }
  }

  @Test func mayBeFollowedByAnother() async {
    let first = AlertState<Screen.Alert> { TextState("Delete?") }
    let store = TestStore(initialState: Screen.State(alert: first)) { Screen() }
    await store.send(.alert(.again)) {
      $0.alert = Screen.next
      $0.wasGone = true
    }
  }
}
