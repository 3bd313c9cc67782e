import ComposableArchitecture
import Foundation
import SignpostTestSupport
import Testing

@testable import Search

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct SignpostTests {
  @Test func aSearchThatIsReplacedStartsNoEffect() async {
    let clock = TestClock()
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(initialState: SearchFeature.State()) {
        SearchFeature().signpost("search")
      } withDependencies: {
        $0.continuousClock = clock
        $0.date.now = Date(timeIntervalSince1970: 0)
        $0.places.search = { _ in .berlin }
        $0.places.sun = { _, _ in [.short] }
      }
      let first = store.send(.set(\.query, "a secret"))
      let second = store.send(.set(\.query, "Berlin"))
      await first.finish()
      await clock.advance(by: .milliseconds(300))
      await second.finish()
      await store.send(.placeTapped(Place.berlin.id)).finish()
    }
    await recorder.expectFlow([
      // The effect was cancelled while it waited for a pause, before it began.
      .action("binding", prefix: "search", starting: []),
      .action(
        "binding", prefix: "search", starting: [.finished(sending: ["searchResponse"])]),
      .action(
        "placeTapped", prefix: "search",
        starting: [
          .finished(sending: [
            .action(
              "detail.presented.loadRequested", prefix: "search",
              starting: [.finished(sending: ["detail.presented.sunResponse"])])
          ])
        ]),
    ])
    #expect(!"\(recorder.events)".contains("secret"))
  }
}
