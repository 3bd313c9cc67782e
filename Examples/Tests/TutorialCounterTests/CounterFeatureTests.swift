import ComposableArchitecture
import NumberFacts
import Testing

@testable import TutorialCounter

@MainActor
struct CounterFeatureTests {
  @Test func counts() async {
    let store = TestStore(initialState: CounterFeature.State(fact: "about zero")) {
      CounterFeature()
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
      $0.fact = nil
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }
  }

  @Test func theTimerCountsUntilItIsStopped() async {
    let clock = TestClock()
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.isTimerRunning = true
    }
    for count in 1...2 {
      await clock.advance(by: .seconds(1))
      await store.receive(\.timerTick) {
        $0.count = count
      }
    }
    await store.send(.toggleTimerButtonTapped) {
      $0.isTimerRunning = false
    }
  }

  @Test func loadsAFact() async {
    let store = TestStore(initialState: CounterFeature.State()) {
      CounterFeature()
    } withDependencies: {
      $0.numberFact.fetch = { "\($0) is a good number." }
    }
    await store.send(.factButtonTapped) {
      $0.isLoading = true
    }
    await store.receive(\.factResponse) {
      $0.isLoading = false
      $0.fact = "0 is a good number."
    }
  }
}
