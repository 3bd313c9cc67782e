import ComposableArchitecture

/// Books, each of which can be a favorite.
@Reducer
struct Bookshelf {
  @ObservableState
  struct State: Equatable {
    var books: IdentifiedArrayOf<Book.State> = [
      Book.State(id: "emma", title: "Emma"),
      Book.State(id: "middlemarch", title: "Middlemarch"),
      Book.State(id: "moby-dick", title: "Moby-Dick"),
      Book.State(id: "walden", title: "Walden"),
    ]
  }

  enum Action {
    case books(IdentifiedActionOf<Book>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.books, action: \.books) { Book() }
  }
}
