import ComposableArchitecture
import Signpost

/// Finds places while their name is being typed, and shows one of them.
@Reducer
struct SearchFeature {
  @ObservableState
  struct State: Equatable {
    @Presents var detail: SunFeature.State?
    var loading = Loading.idle
    /// The latest result; nil before the first answer. It stays while a new search is under way.
    var matches: Matches?
    var query = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearButtonTapped
    case detail(PresentationAction<SunFeature.Action>)
    case placeTapped(Place.ID)
    case retryButtonTapped
    case searchResponse(Result<Matches, PlaceFailure>)
    case searchRetried(attempt: Int)
  }

  private enum CancelID { case search }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.places) var places

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query):
        guard !state.query.allSatisfy(\.isWhitespace) else { return clear(&state) }
        // The previous search ends here: while this one waits, and while it is under way.
        return search(&state)
          .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)

      case .binding:
        return .none

      case .clearButtonTapped:
        state.query = ""
        return clear(&state)

      case .detail:
        return .none

      case .placeTapped(let id):
        guard state.detail?.place.id != id,
          let place = state.matches?.places.first(where: { $0.id == id })
        else { return .none }
        state.detail = SunFeature.State(place: place)
        return .send(.detail(.presented(.loadRequested)))

      case .retryButtonTapped:
        guard state.loading.failure != nil else { return .none }
        return search(&state)
          .cancellable(id: CancelID.search, cancelInFlight: true)

      case .searchResponse(.success(let matches)):
        state.loading = .idle
        state.matches = matches
        return .none

      case .searchResponse(.failure(let failure)):
        state.loading = .failed(failure)
        state.matches = nil
        return .none

      case .searchRetried(let attempt):
        state.loading = .running(attempt: attempt)
        return .none
      }
    }
    .ifLet(\.$detail, action: \.detail) {
      SunFeature().signpost("sun")
    }
  }

  private func search(_ state: inout State) -> Effect<Action> {
    state.loading = .running(attempt: 1)
    return .request(
      clock: clock,
      { [query = state.query] in try await places.search(query) },
      retrying: { .searchRetried(attempt: $0) },
      response: { .searchResponse($0) })
  }

  private func clear(_ state: inout State) -> Effect<Action> {
    state.loading = .idle
    state.matches = nil
    return .cancel(id: CancelID.search)
  }
}
