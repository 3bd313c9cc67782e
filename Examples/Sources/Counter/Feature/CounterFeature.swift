import ComposableCore
import NumberFacts

/// A number to count up and down, by hand or by a timer, and a fact about it on request.
struct CounterFeature: Reducer {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var fact: String?
    var failure: NumberFactFailure?
    var isLoading = false
    var isTimerRunning = false
  }

  enum Action: Codable, Equatable, Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    case factButtonTapped
    case factResponse(String)
    case factFailed(NumberFactFailure)
    case timerTick
    case toggleTimerButtonTapped
  }

  fileprivate enum CancelID {
    case fact
    case timer
  }

  let numberFact: NumberFactClient
  let clock: any Clock<Duration>
  var timerInterval: Duration = .seconds(1)

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        return state.change(by: -1)

      case .incrementButtonTapped:
        return state.change(by: 1)

      case .factButtonTapped:
        state.fact = nil
        state.failure = nil
        state.isLoading = true
        return fetchFact(about: state.count)

      case .factResponse(let fact):
        state.isLoading = false
        state.fact = fact
        return .none

      case .factFailed(let failure):
        state.isLoading = false
        state.failure = failure
        return .none

      case .timerTick:
        return state.change(by: 1)

      case .toggleTimerButtonTapped:
        state.isTimerRunning.toggle()
        return state.isTimerRunning ? startTimer() : .cancel(id: CancelID.timer)
      }
    }
  }

  private func fetchFact(about number: Int) -> Effect<Action> {
    .run { [numberFact] send in
      await send(.factResponse(try await numberFact.fetch(number)))
    } catch: { error, send in
      await send(.factFailed(NumberFactFailure(error)))
    }
    .cancellable(id: CancelID.fact, cancelInFlight: true)
  }

  private func startTimer() -> Effect<Action> {
    .run { [clock, timerInterval] send in
      while true {
        try await clock.sleep(for: timerInterval)
        await send(.timerTick)
      }
    }
    .cancellable(id: CancelID.timer)
  }
}

extension CounterFeature.State {
  /// Counts, and removes the fact about the previous number, and the request for it.
  fileprivate mutating func change(by difference: Int) -> Effect<CounterFeature.Action> {
    count &+= difference
    fact = nil
    failure = nil
    guard isLoading else { return .none }
    isLoading = false
    return .cancel(id: CounterFeature.CancelID.fact)
  }
}
