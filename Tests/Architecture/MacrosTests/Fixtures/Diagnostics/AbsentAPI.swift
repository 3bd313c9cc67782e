import ComposableArchitecture

struct Ticks {
  func map<T>(_ transform: (Int) -> T) -> Ticks { self }
}

@Reducer
struct Feature {
  @ObservableState
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case started
    case ticked
    case stopped(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .started:
        state.count = 0
        let count = state.count
        return .publisher { Ticks().map { _ in Action.ticked } }
          .cancellable(id: count, cancelInFlight: true)
      case .ticked:
        state.count += 1
        return .none
      case .stopped(let number):
        state.count = number
        return .merge(.cancel(id: number), .run { send in await send(.ticked) })
      }
    }
  }
}

@MainActor
func observe(_ store: StoreOf<Feature>) {
  _ = store.publisher.count.sink { print($0) }
  let view = ViewStore(store, observe: { $0 })
  _ = view
}

struct OldState {
  @BindingState var text = ""
}
