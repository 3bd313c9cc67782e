import NumberFacts
import ComposableCore
import Signpost
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

    var names: [String: Int] = [:]
    var outcomes: [SignpostOutcome] = []
    for event in recorder.events {
      switch event {
      case .actionBegin(_, _, _, _, "counter", let name): names[name, default: 0] += 1
      case .effectEnd(_, let outcome, _): outcomes.append(outcome)
      default: break
      }
    }
    #expect(names == counts.counts)
    #expect(outcomes == [.failed, .cancelled])
  }
}
