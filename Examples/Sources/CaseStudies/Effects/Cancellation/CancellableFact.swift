import ComposableArchitecture
import NumberFacts

/// A fact about a number, which is not wanted any more when the number changes.
@Reducer
struct CancellableFact {
  @ObservableState
  struct State: Equatable {
    var fact: Result<String, NumberFactFailure>?
    var isLoading = false
    var number = 1
    /// The number of received answers.
    var responseCount = 0
  }

  enum Action {
    case cancelButtonTapped
    case factButtonTapped
    case factResponse(Result<String, NumberFactFailure>)
    case numberStepped(by: Int)
  }

  private enum CancelID { case fact }

  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isLoading = false
        return .cancel(id: CancelID.fact)

      case .factButtonTapped:
        state.fact = nil
        state.isLoading = true
        return .run { [number = state.number] send in
          await send(.factResponse(.success(try await numberFact.fetch(number))))
        } catch: { error, send in
          await send(.factResponse(.failure(NumberFactFailure(error))))
        }
        .cancellable(id: CancelID.fact, cancelInFlight: true)

      case .factResponse(let fact):
        state.fact = fact
        state.isLoading = false
        state.responseCount += 1
        return .none

      case .numberStepped(let step):
        state.fact = nil
        state.isLoading = false
        state.number += step
        return .cancel(id: CancelID.fact)
      }
    }
  }
}
