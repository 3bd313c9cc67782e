import ComposableCore
import TestSupport
import Testing

/// The code of the article "Clocks".
@MainActor
@Suite struct ClocksArticleTests {
  let clock = TestClock()

  @Test func aTestMovesTimeOn() async {
    let store = Store(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    let timer = store.send(.startButtonTapped)
    for second in 1...3 {
      await clock.arrival()
      await clock.advance(by: .seconds(1))
      while store.seconds < second { await Task.yield() }
    }
    await store.send(.stopButtonTapped).finish()
    await timer.finish()
    #expect(store.seconds == 3)
  }

  @Test func onlyTheLatestCounts() async {
    let store = Store(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.send(.queryChanged("s"))
    let task = store.send(.queryChanged("sw"))
    await clock.arrival()
    await clock.run()
    await task.finish()
    #expect(store.results == ["results for sw"])
  }

  @Test func aSliderIsFollowed() async {
    let store = Store(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.sliderMoved(1)).finish()
    let task = store.send(.sliderMoved(2))
    await clock.arrival()
    await clock.run()
    await task.finish()
  }
}

private struct Stopwatch: Reducer {
  struct State: Equatable { var seconds = 0 }
  enum Action { case startButtonTapped, stopButtonTapped, ticked }
  enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        return .stream(clock.timer(interval: .seconds(1))) { _ in .ticked }
          .cancellable(id: CancelID.timer, cancelInFlight: true)
      case .stopButtonTapped:
        return .cancel(id: CancelID.timer)
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}

private struct Search: Reducer {
  struct State: Equatable {
    var query = ""
    var results: [String] = []
  }
  enum Action { case queryChanged(String), found([String]), sliderMoved(Double), seek(Double) }
  enum CancelID { case search, seek }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { send in
          await send(.found(await search(query)))
        }
        .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)
      case .sliderMoved(let value):
        return .send(.seek(value))
          .throttle(id: CancelID.seek, for: .milliseconds(100), clock: clock, latest: true)
      case .seek(let value):
        return .run { _ in await seek(value) }
      case .found(let results):
        state.results = results
        return .none
      }
    }
  }
}

private func search(_ query: String) async -> [String] { ["results for \(query)"] }
private func seek(_ value: Double) async {}
