import ComposableCore
import Dispatch
import TestSupport
import Testing

/// The operators of effects that take a scheduler.
@MainActor
@Suite struct EffectSchedulerTests {
  struct Search: Reducer {
    struct State: Equatable {
      var query = ""
      var found: [String] = []
    }
    enum Action: Equatable {
      case queryChanged(String)
      case moved(Int)
      case found(String)
    }
    enum CancelID { case search, moved }

    @Dependency(\.mainQueue) var mainQueue

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .queryChanged(let query):
          state.query = query
          return .send(.found(query))
            .debounce(id: CancelID.search, for: .milliseconds(300), scheduler: mainQueue)
        case .moved(let number):
          return .send(.found("\(number)"))
            .throttle(id: CancelID.moved, for: 1, scheduler: mainQueue, latest: true)
        case .found(let text):
          state.found.append(text)
          return .none
        }
      }
    }
  }

  @Test func debounceAndThrottle_withScheduler_waitForIt() async {
    let mainQueue = DispatchQueue.test
    let store = TestStore(initialState: .init()) {
      Search()
    } withDependencies: {
      $0.mainQueue = mainQueue.eraseToAnyScheduler()
    }
    await store.send(.queryChanged("a")) { $0.query = "a" }
    await mainQueue.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ab")) { $0.query = "ab" }
    await mainQueue.advance(by: .milliseconds(299))
    await mainQueue.advance(by: .milliseconds(1))
    await store.receive(.found("ab")) { $0.found = ["ab"] }
    await store.send(.moved(1))
    await store.receive(.found("1")) { $0.found = ["ab", "1"] }
    await store.send(.moved(2))
    await store.send(.moved(3))
    await mainQueue.advance(by: 1)
    await store.receive(.found("3")) { $0.found = ["ab", "1", "3"] }
    await mainQueue.run()
  }
}
