import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct TapRatesTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<TapRates> {
    TestStore(initialState: TapRates.State()) {
      TapRates()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func debouncedOneArrivesAfterTheLastAndThrottledOneInEachSecond() async {
    let store = makeStore()
    await store.send(.tapped) { $0.taps = 1 }
    await store.receive(\.throttledFirst) {
      $0.throttledFirst = TapRates.Arrivals(count: 1, last: 1)
    }
    await store.receive(\.throttledLatest) {
      $0.throttledLatest = TapRates.Arrivals(count: 1, last: 1)
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(.tapped) { $0.taps = 2 }
    await store.send(.tapped) { $0.taps = 3 }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.throttledFirst) {
      $0.throttledFirst = TapRates.Arrivals(count: 2, last: 2)
    }
    await store.receive(\.throttledLatest) {
      $0.throttledLatest = TapRates.Arrivals(count: 2, last: 3)
    }
    await clock.advance(by: .milliseconds(500))
    await store.receive(\.debounceEnded) {
      $0.debounced = TapRates.Arrivals(count: 1, last: 3)
    }
  }

  @Test func resettingCancelsWhatIsUnderWay() async {
    let store = makeStore()
    await store.send(.tapped) { $0.taps = 1 }
    await store.receive(\.throttledFirst) {
      $0.throttledFirst = TapRates.Arrivals(count: 1, last: 1)
    }
    await store.receive(\.throttledLatest) {
      $0.throttledLatest = TapRates.Arrivals(count: 1, last: 1)
    }
    await store.send(.resetButtonTapped) { $0 = TapRates.State() }
    await clock.advance(by: .seconds(2))
  }
}
