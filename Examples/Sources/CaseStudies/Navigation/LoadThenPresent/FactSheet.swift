import ComposableArchitecture
import NumberFacts

/// A sheet with a fact, which it fetches if it was opened without one.
@Reducer
struct FactSheet {
  @ObservableState
  struct State: Equatable {
    var fact: Result<String, NumberFactFailure>?
    var isLoading = false
    let number: Int
  }

  enum Action {
    case closeButtonTapped
    case factResponse(Result<String, NumberFactFailure>)
    case task
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .factResponse(let fact):
        state.fact = fact
        state.isLoading = false
        return .none

      case .task:
        guard state.fact == nil else { return .none }
        state.isLoading = true
        return .run { [number = state.number] send in
          await send(.factResponse(.success(try await numberFact.fetch(number))))
        } catch: { error, send in
          await send(.factResponse(.failure(NumberFactFailure(error))))
        }
      }
    }
  }
}
