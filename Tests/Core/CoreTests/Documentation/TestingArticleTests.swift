import ComposableCore
import Testing

/// The snippets of the article "Testing".
@MainActor
@Suite struct TestingArticleTests {
  @Test func counting() async {
    let store = TestStore(initialState: Counter.State()) {
      Counter(fact: { _ in "" })
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
  }

  @Test func fact() async {
    let store = TestStore(initialState: Counter.State(count: 7)) {
      Counter(fact: { "\($0) is a good number" })
    }
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse) {
      $0.fact = "7 is a good number"
    }
  }

  @Test func ticking() async {
    let store = TestStore(initialState: Timer.State()) {
      Timer(ticks: { AsyncStream { $0.yield() } })
    }
    let task = await store.send(.onAppear)
    await store.receive(\.ticked) {
      $0.seconds = 1
    }
    await task.cancel()
  }

  @Test func loginShowsTheName() async {
    let store = TestStore(initialState: Counter.State()) {
      Counter(fact: { "\($0)!" })
    }
    store.exhaustivity = .off
    await store.send(.incrementButtonTapped)
    await store.send(.factButtonTapped)
    await store.receive(\.factResponse) {
      $0.fact = "1!"
    }
  }

  @Test func printing() {
    let store = Store(initialState: Counter.State()) {
      Counter(fact: { _ in "" })
        ._printChanges()
    }
    #expect(store.count == 0)
  }
}

extension TestingArticleTests {
  struct Counter: Reducer {
    struct State: Equatable {
      var count = 0
      var fact: String?
    }

    enum Action: CasePathable {
      case incrementButtonTapped
      case factButtonTapped
      case factResponse(String)

      struct AllCasePaths: Sendable {
        var factResponse: AnyCasePath<Action, String> {
          AnyCasePath(embed: Action.factResponse) {
            if case .factResponse(let fact) = $0 { fact } else { nil }
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var fact: @Sendable (Int) async -> String

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .incrementButtonTapped:
          state.count += 1
          return .none
        case .factButtonTapped:
          let count = state.count
          return .run { send in await send(.factResponse(fact(count))) }
        case .factResponse(let fact):
          state.fact = fact
          return .none
        }
      }
    }
  }

  struct Timer: Reducer {
    struct State: Equatable { var seconds = 0 }

    enum Action: CasePathable {
      case onAppear
      case ticked

      struct AllCasePaths: Sendable {
        var ticked: AnyCasePath<Action, Void> {
          AnyCasePath(embed: { .ticked }) { if case .ticked = $0 { () } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    var ticks: @Sendable () -> AsyncStream<Void>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .onAppear:
          return .run { send in
            for await _ in ticks() { await send(.ticked) }
          }
        case .ticked:
          state.seconds += 1
          return .none
        }
      }
    }
  }
}
