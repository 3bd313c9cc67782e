import ComposableCore
import SignpostTestSupport
import Testing

@testable import NumberFactCounter

@MainActor
struct SignpostTests {
  @Test func aFactIsAnEffect() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(
        initialState: AppState(),
        reducer: appReducer.signpost("app"),
        environment: AppEnvironment(
          mainQueue: .immediate, numberFact: { number in .task { "about \(number)" } })
      )
      store.send(.incrementButtonTapped)
      await store.send(.numberFactButtonTapped).finish()
      #expect(store.numberFactAlert == "about 1")
    }
    // The scheduler's delivery of the response is an effect of its own.
    await recorder.expectFlow(
      [
        "incrementButtonTapped",
        .action(
          "numberFactButtonTapped",
          starting: [.finished(sending: []), .finished(sending: ["numberFactResponse"])]),
      ], prefix: "app")
  }
}
