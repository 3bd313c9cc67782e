import ComposableArchitecture
import Testing

/// A coordinator with a stack of screens, on top of a routing library.
@MainActor
@Suite struct RoutingTests {
  private func makeStore() -> TestStoreOf<Coordinator> {
    TestStore(initialState: Coordinator.State()) {
      Coordinator()
    } withDependencies: {
      $0.continuousClock = .immediate
    }
  }

  @Test func screens_actionsOfEach_areRoutedByTheirIndex() async {
    let store = makeStore()
    await store.send(.router(.routeAction(id: 0, action: .list(.rowTapped("b"))))) {
      $0.routes.append(.push(.detail(RouteDetail.State(name: "b"))))
    }
    await store.send(\.router.routeAction, (id: 1, action: .detail(.loadButtonTapped))) {
      $0.routes[1].screen.modify(\.detail) { $0.isLoading = true }
    }
    await store.receive(\.router.routeAction) {
      $0.routes[1].screen.modify(\.detail) {
        $0.isLoading = false
        $0.text = "About b"
      }
    }
    await store.send(.router(.updateRoutes([.root(.list(RouteList.State()))]))) {
      $0.routes = [.root(.list(RouteList.State()))]
    }
  }

  @Test func routeThatGoes_runningEffect_isCancelled() async {
    let store = TestStore(initialState: Coordinator.State()) {
      Coordinator()
    } withDependencies: {
      $0.continuousClock = TestClock()
    }
    await store.send(.router(.routeAction(id: 0, action: .list(.rowTapped("b"))))) {
      $0.routes.append(.push(.detail(RouteDetail.State(name: "b"))))
    }
    await store.send(.router(.routeAction(id: 1, action: .detail(.loadButtonTapped)))) {
      $0.routes[1].screen.modify(\.detail) { $0.isLoading = true }
    }
    await store.send(.backButtonTapped)
    await store.receive(\.router.updateRoutes) { $0.routes.removeLast() }
  }

  @Test func scope_stepOfAClient_readsAndSends() throws {
    let store = Store(initialState: Coordinator.State()) { Coordinator() }
    store.send(.router(.routeAction(id: 0, action: .list(.rowTapped("c")))))
    let screen: StoreOf<RouteScreen> = store.screen(1, routes: \.routes, action: \.router)
    guard case .detail(let detail) = screen.case else {
      Issue.record("Another screen is presented.")
      return
    }
    #expect(detail.name == "c")
    detail.send(.renamed("d"))
    #expect(store.routes[1].screen.detail?.name == "d")
  }

  @Test func step_embedsAndExtracts() {
    let path: CaseKeyPath<Coordinator.Action, (id: Int, action: RouteScreen.Action)> =
      \.router.routeAction
    let action = path((id: 2, action: .list(.rowTapped("x"))))
    #expect(action[case: path]?.id == 2)
    #expect(Case(path)._extract(from: action)?.id == 2)
    let embedded = Case(path)._embed((id: 3, action: .list(.rowTapped("y"))))
    #expect((embedded as? Coordinator.Action)?[case: path]?.id == 3)
  }
}

@Reducer
struct RouteList {
  @ObservableState
  struct State: Equatable {
    var names = ["a", "b", "c"]
  }

  enum Action: Equatable {
    case rowTapped(String)
  }

  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct RouteDetail {
  @ObservableState
  struct State: Equatable {
    var name: String
    var text: String?
    var isLoading = false
  }

  enum Action: Equatable {
    case loadButtonTapped
    case loaded(String)
    case renamed(String)
  }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadButtonTapped:
        state.isLoading = true
        return .run { [name = state.name] send in
          try await clock.sleep(for: .seconds(1))
          await send(.loaded("About \(name)"))
        }
      case .loaded(let text):
        state.isLoading = false
        state.text = text
        return .none
      case .renamed(let name):
        state.name = name
        return .none
      }
    }
  }
}

@Reducer
enum RouteScreen {
  case list(RouteList)
  case detail(RouteDetail)
}

extension RouteScreen.State: Equatable {}
extension RouteScreen.Action: Equatable {}

@Reducer
struct Coordinator {
  @ObservableState
  struct State: Equatable {
    var routes: [Route<RouteScreen.State>] = [.root(.list(RouteList.State()))]
  }

  enum Action: Equatable {
    case router(IndexedRouterActionOf<RouteScreen>)
    case backButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .router(.routeAction(_, action: .list(.rowTapped(let name)))):
        state.routes.append(.push(.detail(RouteDetail.State(name: name))))
        return .none
      case .backButtonTapped:
        var routes = state.routes
        routes.removeLast()
        return .send(.router(.updateRoutes(routes)))
      case .router:
        return .none
      }
    }
    .forEachRoute(\.routes, action: \.router)
  }
}
