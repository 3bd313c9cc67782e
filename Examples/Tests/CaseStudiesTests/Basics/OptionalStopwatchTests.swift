import ComposableArchitecture
import Testing

@testable import CaseStudies

@MainActor
@Suite struct OptionalStopwatchTests {
  @Test func theEffectOfAChildEndsWithTheChild() async {
    let clock = TestClock()
    let store = TestStore(initialState: OptionalStopwatch.State()) {
      OptionalStopwatch()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleButtonTapped) { $0.stopwatch = Stopwatch.State() }
    await store.send(\.stopwatch.startStopButtonTapped) { $0.stopwatch?.isRunning = true }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.stopwatch.ticked) { $0.stopwatch?.tenths = 1 }
    await store.send(.toggleButtonTapped) { $0.stopwatch = nil }
    await clock.advance(by: .seconds(1))
    await store.send(.toggleButtonTapped) { $0.stopwatch = Stopwatch.State() }
  }
}
