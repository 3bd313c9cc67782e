import ComposableArchitecture
import NumberFacts

/// A number that does not stay below zero, and facts about it.
@Reducer
struct EffectBasics {
  @ObservableState
  struct State: Equatable {
    var count = 1
    var fact: Result<String, NumberFactFailure>?
    var isLoading = false
  }

  enum Action {
    case decrementButtonTapped
    case factButtonTapped
    case factResponse(Result<String, NumberFactFailure>)
    case incrementButtonTapped
    case negativeDelayEnded
  }

  private enum CancelID { case delay, fact }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        state.fact = nil
        guard state.count < 0 else { return .none }
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.negativeDelayEnded)
        }
        .cancellable(id: CancelID.delay, cancelInFlight: true)

      case .factButtonTapped:
        state.fact = nil
        state.isLoading = true
        return .run { [count = state.count] send in
          await send(.factResponse(.success(try await numberFact.fetch(count))))
        } catch: { error, send in
          await send(.factResponse(.failure(NumberFactFailure(error))))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)

      case .factResponse(let fact):
        state.fact = fact
        state.isLoading = false
        return .none

      case .incrementButtonTapped:
        state.count += 1
        state.fact = nil
        return state.count < 0 ? .none : .cancel(id: CancelID.delay)

      case .negativeDelayEnded:
        state.count = max(state.count, 0)
        return .none
      }
    }
  }
}
