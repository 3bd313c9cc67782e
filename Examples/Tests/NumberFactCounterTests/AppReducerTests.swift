import ComposableCore
import Dispatch
import Testing

@testable import NumberFactCounter

private typealias Effect = EffectPublisher

@MainActor
struct AppReducerTests {
  @Test func countsAndShowsAFact() async {
    let scheduler = DispatchQueue.testScheduler

    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: scheduler.eraseToAnyScheduler(),
        numberFact: { number in Effect(value: "\(number) is a good number Brent") }
      )
    )

    await store.assert(
      .send(.incrementButtonTapped) {
        $0.count = 1
      },
      .send(.decrementButtonTapped) {
        $0.count = 0
      },

      .send(.numberFactButtonTapped),
      .do { scheduler.advance() },
      .receive(.numberFactResponse(.success("0 is a good number Brent"))) {
        $0.numberFactAlert = "0 is a good number Brent"
      },

      .send(.factAlertDismissed) {
        $0.numberFactAlert = nil
      }
    )
  }

  @Test func aFailureIsAnAlertToo() async {
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: .immediate, numberFact: { _ in Effect(error: ApiError()) })
    )
    await store.assert(
      .send(.numberFactButtonTapped),
      .receive(.numberFactResponse(.failure(ApiError()))) {
        $0.numberFactAlert = "Could not load a number fact :("
      }
    )
  }
}
