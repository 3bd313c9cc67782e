import NumberFacts
import ComposableCore
import SignpostTestSupport
import Testing

@testable import Counter

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SignpostTests {
  @Test func theSignpostSeesWhatTheCounterCounts() async {
    let requests = FactRequests()
    let counts = ActionCounts()
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: CounterFeature.State()) {
        CounterFeature(numberFact: requests.client, clock: TestClock())
          .counted(by: counts)
          .signpost("counter")
      }
      store.send(.incrementButtonTapped)
      let failing = store.send(.factButtonTapped)
      await requests.waitForRequest(about: 1)
      requests.fail(1, with: NumberFactFailure.other("closed on Sundays"))
      await failing.finish()

      let unwanted = store.send(.factButtonTapped)
      await requests.waitForRequest(about: 1)
      store.send(.decrementButtonTapped)
      requests.answer(1, with: "one and only")
      await unwanted.finish()
    }

    await recorder.expect("factButtonTapped", prefix: "counter", starting: [.failed()])
    await recorder.expect("factButtonTapped", prefix: "counter", starting: [.cancelled()])
    let names = recorder.causes.actions.map { ($0.name, 1) }
    #expect(Dictionary(names, uniquingKeysWith: +) == counts.counts)
    await recorder.expectEverythingEnded()
  }
}
