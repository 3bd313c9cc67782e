import ComposableArchitecture
import NumberFacts

/// A fact that is fetched again on request, and shown meanwhile.
@Reducer
struct RefreshableFact {
  @ObservableState
  struct State: Equatable {
    var fact: String?
    var failure: NumberFactFailure?
    var isRefreshing = false
    var number = 1
  }

  enum Action {
    case cancelButtonTapped
    case factResponse(Result<String, NumberFactFailure>)
    case numberStepped(by: Int)
    case refresh
  }

  private enum CancelID { case refresh }

  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isRefreshing = false
        return .cancel(id: CancelID.refresh)

      case .factResponse(.failure(let failure)):
        state.failure = failure
        state.isRefreshing = false
        return .none

      case .factResponse(.success(let fact)):
        state.fact = fact
        state.isRefreshing = false
        return .none

      case .numberStepped(let step):
        state.number += step
        return .none

      case .refresh:
        state.failure = nil
        state.isRefreshing = true
        return .run { [number = state.number] send in
          await send(.factResponse(.success(try await numberFact.fetch(number))))
        } catch: { error, send in
          await send(.factResponse(.failure(NumberFactFailure(error))))
        }
        .cancellable(id: CancelID.refresh, cancelInFlight: true)
      }
    }
  }
}
