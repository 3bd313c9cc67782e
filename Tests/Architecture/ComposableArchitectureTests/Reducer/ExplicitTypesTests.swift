import ComposableArchitecture
import Testing

/// A feature whose state and action are declared elsewhere, as in reusable features.
@ObservableState
struct FavoriteState<ID: Hashable & Sendable>: Equatable {
  let id: ID
  var isFavorite = false
}

@CasePathable
enum FavoriteAction {
  case toggled
}

@Reducer
struct Favorite<ID: Hashable & Sendable> {
  var body: some Reducer<FavoriteState<ID>, FavoriteAction> {
    Reduce { state, action in
      switch action {
      case .toggled:
        state.isFavorite.toggle()
        return .none
      }
    }
  }
}

@Reducer
struct FavoriteByMethod {
  func reduce(
    into state: inout FavoriteState<Int>, action: FavoriteAction
  ) -> Effect<FavoriteAction> {
    state.isFavorite.toggle()
    return .none
  }
}

@Reducer
struct Track {
  @ObservableState
  struct State: Equatable {
    var favorite = FavoriteState(id: 1)
  }

  enum Action {
    case favorite(FavoriteAction)
  }

  var body: some ReducerOf<Self> {
    Scope(\.favorite, action: \.favorite) { Favorite() }
  }
}

@MainActor
struct ExplicitTypesTests {
  @Test func stateAndActionMayBeDeclaredElsewhere() async {
    let store = TestStore(initialState: Track.State()) { Track() }
    await store.send(\.favorite.toggled) { $0.favorite.isFavorite = true }
  }

  @Test func theyAreThoseOfTheMethod() async {
    let store = TestStore(initialState: FavoriteState(id: 7)) { FavoriteByMethod() }
    await store.send(.toggled) { $0.isFavorite = true }
  }
}
