import ComposableArchitecture

@Reducer struct Search {
  @ObservableState struct State {
    var text = ""
    var count = 0
  }
  enum Action { case appeared, cancelled }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.count += 1
        return .publisher { state.text }  // error: Use 'Effect.stream'
      case .cancelled:
        return .none
      }
    }
  }
}

struct Form {
  @BindingState var text = ""  // error: Annotate the state
}

@MainActor func screen(_ store: StoreOf<Search>) {
  _ = store.publisher  // error: Read the store in
  _ = ViewStore(store, observe: { $0 })  // error: Read the properties of the store
}
