import ComposableArchitecture
import Signpost
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
    let events = recorder.events
    #expect(events.filter { $0 == .effectOutput(effect: 1, name: "timerTick") }.count == 2)
    #expect(events.contains(.effectEnd(effect: 1, outcome: .cancelled, outputs: 2)))
  }
}
