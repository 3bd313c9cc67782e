import ComposableArchitecture

/// When the sun rises and sets at a place in the next days.
@Reducer
struct SunFeature {
  @ObservableState
  struct State: Equatable, Identifiable {
    /// Empty before the first answer.
    var days: [SunDay] = []
    var loading = Loading.idle
    let place: Place

    var id: Place.ID { place.id }
  }

  enum Action {
    case closeButtonTapped
    case loadRequested
    case sunResponse(Result<[SunDay], PlaceFailure>)
    case sunRetried(attempt: Int)
  }

  private enum CancelID { case load }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.places) var places

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .run { _ in await dismiss() }

      case .loadRequested:
        state.loading = .running(attempt: 1)
        return .request(
          clock: clock,
          { [id = state.place.id, now] in try await places.sun(id, now) },
          retrying: { .sunRetried(attempt: $0) },
          response: { .sunResponse($0) }
        )
        .cancellable(id: CancelID.load, cancelInFlight: true)

      case .sunResponse(.success(let days)):
        state.loading = .idle
        state.days = days
        return .none

      case .sunResponse(.failure(let failure)):
        state.loading = .failed(failure)
        return .none

      case .sunRetried(let attempt):
        state.loading = .running(attempt: attempt)
        return .none
      }
    }
  }
}
