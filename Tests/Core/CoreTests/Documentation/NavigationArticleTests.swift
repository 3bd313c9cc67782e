@testable import ComposableCore
import OrderedCollections
import Testing

/// The code of the article "Navigation".
@MainActor
@Suite struct NavigationArticleTests {
  struct Compose: Reducer {
    struct State: Equatable { var text = "" }
    enum Action: Equatable { case typed(String), sendButtonTapped, closeButtonTapped }
    @Dependency(\.dismiss) var dismiss
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .typed(let text):
          state.text = text
          return .none
        case .sendButtonTapped:
          return .none
        case .closeButtonTapped:
          return .run { [dismiss] _ in await dismiss() }
        }
      }
    }
  }

  struct Inbox: Reducer {
    enum AlertAction: Equatable { case deletionConfirmed }
    struct State: Equatable {
      var messages = 1
      @PresentationState var compose: Compose.State?
      @PresentationState var alert: AlertState<AlertAction>?
    }
    enum Action: CasePathable {
      case composeButtonTapped
      case compose(PresentationAction<Compose.Action>)
      case deleteButtonTapped
      case alert(PresentationAction<AlertAction>)

      struct AllCasePaths: Sendable {
        var compose: AnyCasePath<Action, PresentationAction<Compose.Action>> {
          AnyCasePath(embed: Action.compose) {
            if case .compose(let value) = $0 { value } else { nil }
          }
        }
        var alert: AnyCasePath<Action, PresentationAction<AlertAction>> {
          AnyCasePath(embed: Action.alert) { if case .alert(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .composeButtonTapped:
          state.compose = Compose.State()
          return .none
        case .compose(.presented(.sendButtonTapped)):
          state.compose = nil
          return .none
        case .compose:
          return .none
        case .deleteButtonTapped:
          state.alert = AlertState {
            TextState("Delete the message?")
          } actions: {
            ButtonState(role: .destructive, action: .deletionConfirmed) { TextState("Delete") }
            ButtonState(role: .cancel) { TextState("Keep") }
          }
          return .none
        case .alert(.presented(.deletionConfirmed)):
          state.messages = 0
          return .none
        case .alert:
          return .none
        }
      }
      .ifLet(\.$compose, action: \.compose) { Compose() }
      .ifLet(\.$alert, action: \.alert)
    }
  }

  @Test func present() async throws {
    let store = Store(initialState: Inbox.State()) { Inbox() }
    store.send(.composeButtonTapped)
    let compose = try #require(store.scope(\.compose, action: \.compose.presented))
    compose.send(.typed("Hello"))
    #expect(compose.text == "Hello")
    await compose.send(.closeButtonTapped).finish()
    #expect(store.compose == nil)
    store.send(.composeButtonTapped)
    store.send(.compose(.presented(.sendButtonTapped)))
    #expect(store.compose == nil)
  }

  @Test func ask() {
    let store = Store(initialState: Inbox.State()) { Inbox() }
    store.send(.deleteButtonTapped)
    store.send(.alert(.presented(.deletionConfirmed)))
    #expect(store.messages == 0 && store.alert == nil)
  }

  struct Screen: Reducer {
    struct State: Equatable { var message = 0 }
    enum Action: Equatable { case deleteButtonTapped }
    var body: some ReducerOf<Self> { EmptyReducer() }
  }

  struct App: Reducer {
    struct State: Equatable {
      var path = StackState<Screen.State>()
    }
    enum Action: CasePathable {
      case path(StackActionOf<Screen>)
      case messageTapped(Int)

      struct AllCasePaths: Sendable {
        var path: AnyCasePath<Action, StackActionOf<Screen>> {
          AnyCasePath(embed: Action.path) { if case .path(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .messageTapped(let id):
          state.path.append(Screen.State(message: id))
          return .none
        case .path(.element(let id, action: .deleteButtonTapped)):
          state.path.pop(from: id)
          return .none
        case .path:
          return .none
        }
      }
      .forEach(\.path, action: \.path) { Screen() }
    }
  }

  @Test func push() {
    let store = Store(initialState: App.State()) { App() }
    store.send(.messageTapped(5))
    store.send(.messageTapped(6))
    #expect(store.path.ids == [0, 1])
    store.send(.path(.element(id: 0, action: .deleteButtonTapped)))
    #expect(store.path.isEmpty)
  }
}
