import ComposableCore
import SignpostTestSupport
import Testing

@testable import HigherOrderReducers

@MainActor
struct FeatureTests {
  struct Closed: Error, Equatable {}

  @Test func countsAndShowsAFact() async {
    let store: StoreOf<Feature> = Store(
      initialState: Feature.State(),
      reducer: Feature(numberFact: { "\($0) is a good number Brent" })
    )
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    store.send(.decrementButtonTapped)
    await store.send(.numberFactButtonTapped).finish()
    #expect(store.state == Feature.State(count: 1, numberFactAlert: "1 is a good number Brent"))
    store.send(.factAlertDismissed)
    #expect(store.state == Feature.State(count: 1))
  }

  @Test func aFailureIsAnAlertToo() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(numberFact: { _ in throw Closed() })
    }
    await store.send(.numberFactButtonTapped)
    await store.receive(.numberFactResponse(.failure(Closed()))) {
      $0.numberFactAlert = "Could not load a number fact :("
    }
  }

  @Test func logging_ofATypedReducer_changesNothing() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature(numberFact: { "\($0) is a good number Brent" }).logging()
    }
    await store.send(.incrementButtonTapped) { $0.count = 1 }
    await store.send(.numberFactButtonTapped)
    await store.receive(.numberFactResponse(.success("1 is a good number Brent"))) {
      $0.numberFactAlert = "1 is a good number Brent"
    }
  }

  /// The failure went into an action, so the effect itself did not fail.
  @Test func theSignpostSeesTheResponse() async {
    let recorder = SignpostRecorder()
    await recorder.record {
      let store = Store(
        initialState: Feature.State(),
        reducer: Feature(numberFact: { _ in throw Closed() }).signpost("feature")
      )
      await store.send(.numberFactButtonTapped).finish()
    }
    await recorder.expectFlow([
      .action("numberFactButtonTapped", starting: [.finished(sending: ["numberFactResponse"])])
    ])
  }
}
