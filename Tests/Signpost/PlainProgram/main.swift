// A program that is built with Signpost and does not mention it.

import ComposableCore

struct Feature: Reducer {
  struct State { var count = 0 }
  enum Action {
    case increment
    case load
    case loaded
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment, .loaded:
        state.count += 1
        return .none
      case .load:
        return .run { await $0(.loaded) }
      }
    }
  }
}

let store = Store(initialState: Feature.State()) { Feature() }
store.send(.increment)
await store.send(.load).finish()
print(store.count)
