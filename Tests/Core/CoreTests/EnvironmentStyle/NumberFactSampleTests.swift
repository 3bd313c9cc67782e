import ComposableCore
import Dispatch
import TestSupport
import Testing

// Two lines that give today's types the names in the document's samples.
private typealias Reducer = AnyReducer
private typealias Effect = EffectPublisher

private struct AppState: Equatable {
  var count = 0
  var numberFactAlert: String?
}

private enum AppAction: Equatable {
  case factAlertDismissed
  case decrementButtonTapped
  case incrementButtonTapped
  case numberFactButtonTapped
  case numberFactResponse(Result<String, ApiError>)
}

private struct ApiError: Error, Equatable {}

private struct AppEnvironment {
  var mainQueue: AnySchedulerOf<DispatchQueue>
  var numberFact: (Int) -> Effect<String, ApiError>
}

private let appReducer = Reducer<AppState, AppAction, AppEnvironment> {
  state, action, environment in
  switch action {
  case .factAlertDismissed:
    state.numberFactAlert = nil
    return .none

  case .decrementButtonTapped:
    state.count -= 1
    return .none

  case .incrementButtonTapped:
    state.count += 1
    return .none

  case .numberFactButtonTapped:
    return environment.numberFact(state.count)
      .receive(on: environment.mainQueue)
      .catchToEffect()
      .map(AppAction.numberFactResponse)

  case let .numberFactResponse(.success(fact)):
    state.numberFactAlert = fact
    return .none

  case .numberFactResponse(.failure):
    state.numberFactAlert = "Could not load a number fact :("
    return .none
  }
}

extension Reducer {
  fileprivate func receive<S: Scheduler>(on scheduler: S) -> Self {
    Self { state, action, environment in
      self(&state, action, environment)
        .receive(on: scheduler)
        .eraseToEffect()
    }
  }
}

/// The number fact of two of the documents, as they write it.
@MainActor
@Suite struct NumberFactSampleTests {
  @Test func theStoreOfTheView() async {
    let store = Store(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(
        mainQueue: DispatchQueue.main.eraseToAnyScheduler(),
        numberFact: { number in Effect(value: "\(number) is a good number Brent") }
      )
    )
    store.send(.incrementButtonTapped)
    #expect(store.count == 1)
    await store.send(.numberFactButtonTapped).finish()
    #expect(store.numberFactAlert == "1 is a good number Brent")
    store.send(.factAlertDismissed)
    store.send(.decrementButtonTapped)
    #expect(store.state == AppState())
  }

  @Test func theStepsOfTheTest() async {
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

  @Test func aFailureShowsAMessage() async {
    let store = TestStore(
      initialState: AppState(),
      reducer: appReducer,
      environment: AppEnvironment(mainQueue: .immediate, numberFact: { _ in .none })
    )
    await store.assert(
      .send(.numberFactButtonTapped),
      .environment { (environment: inout AppEnvironment) in
        environment.numberFact = { _ in Effect(error: ApiError()) }
      },
      .send(.numberFactButtonTapped),
      .receive(.numberFactResponse(.failure(ApiError()))) {
        $0.numberFactAlert = "Could not load a number fact :("
      }
    )
  }

  @Test func everyEffectOnAScheduler() async {
    let scheduler = DispatchQueue.testScheduler
    let store = Store(
      initialState: AppState(),
      reducer: appReducer.receive(on: scheduler),
      environment: AppEnvironment(
        mainQueue: .immediate,
        numberFact: { number in Effect(value: "\(number) is a good number Brent") }
      )
    )
    let task = store.send(.numberFactButtonTapped)
    await scheduler.arrival()
    #expect(store.numberFactAlert == nil)
    await scheduler.advance()
    await task.finish()
    #expect(store.numberFactAlert == "0 is a good number Brent")
  }
}
