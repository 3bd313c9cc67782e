import ComposableArchitecture
import SignpostTestSupport
import Testing

@testable import TutorialCounter

@MainActor
struct SignpostTests {
  @Test func theTimerIsOneEffectWithAnOutputForEachTick() async {
    let clock = TestClock()
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: CounterFeature.State()) {
        CounterFeature().signpost("counter")
      } withDependencies: {
        $0.continuousClock = clock
      }
      let timer = store.send(.toggleTimerButtonTapped)
      await clock.advance(by: .seconds(2))
      #expect(store.count == 2)
      store.send(.toggleTimerButtonTapped)
      await timer.finish()
    }
    await recorder.expect(
      "toggleTimerButtonTapped", starting: [.cancelled(sending: ["timerTick", "timerTick"])])
    await recorder.expect("toggleTimerButtonTapped", starting: [])
    recorder.expectNothingElse()
  }
}
