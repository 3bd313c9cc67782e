import ComposableArchitecture
import NumberFacts

/// A sheet that is presented once it has something to show, or at once.
@Reducer
struct LoadThenPresent {
  @ObservableState
  struct State: Equatable {
    var isLoading = false
    let number = 12
    @Presents var sheet: FactSheet.State?
  }

  enum Action {
    case cancelButtonTapped
    case factResponse(Result<String, NumberFactFailure>)
    case loadThenPresentButtonTapped
    case presentThenLoadButtonTapped
    case sheet(PresentationAction<FactSheet.Action>)
  }

  private enum CancelID { case load }

  @Dependency(\.numberFact) var numberFact

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isLoading = false
        return .cancel(id: CancelID.load)

      case .factResponse(let fact):
        state.isLoading = false
        state.sheet = FactSheet.State(fact: fact, number: state.number)
        return .none

      case .loadThenPresentButtonTapped:
        state.isLoading = true
        return .run { [number = state.number] send in
          await send(.factResponse(.success(try await numberFact.fetch(number))))
        } catch: { error, send in
          await send(.factResponse(.failure(NumberFactFailure(error))))
        }
        .cancellable(id: CancelID.load, cancelInFlight: true)

      case .presentThenLoadButtonTapped:
        state.sheet = FactSheet.State(number: state.number)
        return .send(.sheet(.presented(.task)))

      case .sheet:
        return .none
      }
    }
    .ifLet(\.$sheet, action: \.sheet) { FactSheet() }
  }
}
