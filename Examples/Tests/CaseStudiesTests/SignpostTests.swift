import ComposableArchitecture
import SignpostTestSupport
import Testing

@testable import CaseStudies

@MainActor
@Suite struct SignpostTests {
  @Test func aTraceNamesTheActionsOfEachStudy() async {
    let clock = TestClock()
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: Studies.State()) {
        Studies().signpost("studies")
      } withDependencies: {
        $0.continuousClock = clock
      }
      store.send(.openButtonTapped(.timers))
      let timer = store.send(.study(.presented(.timers(.startStopButtonTapped))))
      await clock.advance(by: .milliseconds(200))
      store.send(.closeButtonTapped)
      await timer.finish()
    }
    await recorder.expect("openButtonTapped", prefix: "studies", starting: [])
    await recorder.expect(
      "study.presented.timers.startStopButtonTapped", prefix: "studies",
      starting: [
        .cancelled(sending: ["study.presented.timers.ticked", "study.presented.timers.ticked"])
      ])
    await recorder.expect("closeButtonTapped", prefix: "studies", starting: [])
    recorder.expectNothingElse()
  }
}
