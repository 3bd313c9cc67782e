import ComposableArchitecture

/// A row with a title, and the component.
@Reducer
struct Book {
  @ObservableState
  struct State: Equatable, Identifiable {
    var favorite: Favorite.State
    let title: String

    var id: String { favorite.id }

    init(id: String, title: String) {
      favorite = Favorite.State(id: id)
      self.title = title
    }
  }

  enum Action {
    case favorite(Favorite.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.favorite, action: \.favorite) { Favorite() }
  }
}
