import ComposableArchitecture

/// A mark that shows the wish of the user at once, and goes back if the server refuses it.
@Reducer
struct Favorite {
  @ObservableState
  struct State: Equatable, Identifiable {
    @Presents var alert: AlertState<Never>?
    let id: String
    /// The displayed value.
    var isFavorite = false
    /// The value that the server has confirmed.
    var isConfirmedFavorite = false
    var isRequesting = false

    var isSettled: Bool { isFavorite == isConfirmedFavorite }
  }

  enum Action {
    case alert(PresentationAction<Never>)
    case buttonTapped
    case confirmed(Bool)
    case refused(FavoriteFailure)
  }

  @Dependency(\.favorites) var favorites

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .buttonTapped:
        state.isFavorite.toggle()
        return state.isRequesting ? .none : request(&state)

      case .confirmed(let isFavorite):
        state.isConfirmedFavorite = isFavorite
        state.isRequesting = false
        return state.isSettled ? .none : request(&state)

      case .refused(let failure):
        state.isRequesting = false
        state.isFavorite = state.isConfirmedFavorite
        state.alert = AlertState { TextState(failure.description) }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  /// Sends the displayed value. One request follows the other: the server may process a cancelled
  /// one nevertheless, and after the next.
  private func request(_ state: inout State) -> Effect<Action> {
    state.isRequesting = true
    return .run { [id = state.id, isFavorite = state.isFavorite] send in
      try await favorites.set(isFavorite: isFavorite, id: id)
      await send(.confirmed(isFavorite))
    } catch: { error, send in
      await send(.refused(error as? FavoriteFailure ?? FavoriteFailure(description: "\(error)")))
    }
  }
}
