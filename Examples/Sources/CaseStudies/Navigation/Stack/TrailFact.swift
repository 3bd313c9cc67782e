import ComposableArchitecture
import NumberFacts

/// A screen of the stack: a fact about a number, which is fetched on request.
@Reducer
struct TrailFact {
  @ObservableState
  struct State: Equatable {
    var fact: Result<String, NumberFactFailure>?
    var isLoading = false
    let number: Int
  }

  enum Action {
    case doneButtonTapped
    case factResponse(Result<String, NumberFactFailure>)
    case loadButtonTapped
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .doneButtonTapped:
        return .run { _ in await dismiss() }

      case .factResponse(let fact):
        state.fact = fact
        state.isLoading = false
        return .none

      case .loadButtonTapped:
        guard !state.isLoading else { return .none }
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
