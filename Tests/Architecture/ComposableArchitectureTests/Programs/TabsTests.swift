import ComposableArchitecture
import Testing

/// A tab bar: each tab with a stack of its own, and prompts and sheets above all of them.
@MainActor
@Suite struct TabsTests {
  @Test func tabs_eachHasItsStack_andTheSheetIsAboveAll() async {
    let store = TestStore(initialState: Tabs.State()) { Tabs() }
    await store.send(.home(.itemTapped(1))) {
      $0.home.path.append(.item(TabItem.State(number: 1)))
    }
    await store.send(.search(.itemTapped(2))) {
      $0.search.path.append(.item(TabItem.State(number: 2)))
    }
    await store.send(.binding(.set(\.selection, .search))) { $0.selection = .search }
    await store.send(\.binding.selection, .home) { $0.selection = .home }
    await store.send(\.home.path[id: 0].item.likeButtonTapped) {
      $0.home.path[id: 0, case: \.item]?.isLiked = true
    }
    await store.receive(\.home.delegate.liked, 1) {
      $0.destination = .confirmation(.liked(1))
    }
    await store.send(\.destination.confirmation.shareButtonTapped) {
      $0.destination = .share(TabShare.State(text: "I like 1"))
    }
    await store.send(\.destination.share.cancelButtonTapped)
    await store.receive(\.destination.dismiss) { $0.destination = nil }
    await store.send(.home(.path(.popFrom(id: 0)))) { $0.home.path.removeAll() }
    await store.send(.signOutButtonTapped) {
      $0.destination = .alert(
        AlertState {
          TextState("Sign out?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmSignOut) { TextState("Sign out") }
          ButtonState(role: .cancel) { TextState("Cancel") }
        } message: {
          TextState("You can sign in again.")
        })
    }
    await store.send(\.destination.alert.confirmSignOut) {
      $0 = Tabs.State()
    }
  }
}

@Reducer
struct TabItem {
  @ObservableState
  struct State: Equatable {
    let number: Int
    var isLiked = false
  }

  enum Action {
    case delegate(Delegate)
    case likeButtonTapped

    @CasePathable
    enum Delegate: Equatable {
      case liked(Int)
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none
      case .likeButtonTapped:
        state.isLiked.toggle()
        return .none
      }
    }
  }
}

@Reducer
struct TabStack {
  @Reducer
  enum Path {
    case item(TabItem)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
  }

  enum Action {
    case delegate(TabItem.Action.Delegate)
    case itemTapped(Int)
    case path(StackActionOf<Path>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .itemTapped(let number):
        state.path.append(.item(TabItem.State(number: number)))
        return .none
      case .path(.element(let id, .item(.likeButtonTapped))):
        guard case .item(let item)? = state.path[id: id] else { return .none }
        return .send(.delegate(.liked(item.number)))
      case .delegate, .path:
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension TabStack.Path.State: Equatable {}

@Reducer
struct TabShare {
  @ObservableState
  struct State: Equatable {
    var text: String
  }

  enum Action {
    case cancelButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .cancelButtonTapped: .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
struct Tabs {
  enum Tab: Equatable { case home, search }

  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case confirmation(ConfirmationDialogState<Confirmation>)
    case share(TabShare)

    @CasePathable
    enum Alert: Equatable { case confirmSignOut }

    @CasePathable
    enum Confirmation: Equatable { case shareButtonTapped }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var home = TabStack.State()
    var search = TabStack.State()
    var selection = Tab.home
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case destination(PresentationAction<Destination.Action>)
    case home(TabStack.Action)
    case search(TabStack.Action)
    case signOutButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(state: \.home, action: \.home) { TabStack() }
    Scope(state: \.search, action: \.search) { TabStack() }
    Reduce { state, action in
      switch action {
      case .home(.delegate(.liked(let number))), .search(.delegate(.liked(let number))):
        state.destination = .confirmation(.liked(number))
        return .none
      case .destination(.presented(.confirmation(.shareButtonTapped))):
        state.destination = .share(TabShare.State(text: "I like 1"))
        return .none
      case .destination(.presented(.alert(.confirmSignOut))):
        state = State()
        return .none
      case .signOutButtonTapped:
        state.destination = .alert(
          AlertState {
            TextState("Sign out?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmSignOut) { TextState("Sign out") }
            ButtonState(role: .cancel) { TextState("Cancel") }
          } message: {
            TextState("You can sign in again.")
          })
        return .none
      case .binding, .destination, .home, .search:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Tabs.Destination.State: Equatable {}

extension ConfirmationDialogState where Action == Tabs.Destination.Confirmation {
  static func liked(_ number: Int) -> Self {
    ConfirmationDialogState {
      TextState("You like \(number)")
    } actions: {
      ButtonState(action: .shareButtonTapped) { TextState("Share") }
    }
  }
}
