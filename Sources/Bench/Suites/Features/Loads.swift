import ComposableCore

/// A feature whose effects are requests of any length.
struct Loads: Reducer {
  struct State: Equatable, Sendable {
    var loaded = 0
  }

  enum Action: Sendable {
    case loadButtonTapped(Int)
    case loaded
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .loadButtonTapped(let count):
      return .merge(
        (0..<count).map { _ in
          .run { send in
            await Task.yield()
            await send(.loaded)
          }
        })
    case .loaded:
      state.loaded += 1
      return .none
    }
  }
}
