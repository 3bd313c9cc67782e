import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct StopwatchTests {
  @Test func theTimerTicksUntilItIsStopped() async {
    let clock = TestClock()
    let store = TestStore(initialState: Stopwatch.State()) {
      Stopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startStopButtonTapped) { $0.isRunning = true }
    for tenths in 1...3 {
      await clock.advance(by: .milliseconds(100))
      await store.receive(\.ticked) { $0.tenths = tenths }
    }
    await store.send(.startStopButtonTapped) { $0.isRunning = false }
    await clock.advance(by: .seconds(3600))
    await store.send(.resetButtonTapped) { $0.tenths = 0 }
  }
}
