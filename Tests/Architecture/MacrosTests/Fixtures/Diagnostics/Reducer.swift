import ComposableArchitecture

@Reducer
class ClassFeature {}

@Reducer
protocol ProtocolFeature {}

@Reducer
struct ReferenceState {
  final class State {}
  enum Action {}
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct Both {
  var body: some ReducerOf<Self> { EmptyReducer() }
  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Reducer
struct Misnamed {
  var reducer: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
struct Misspelled {
  func reduce(state: inout State, action: Action) -> Effect<Action> { .none }
}
