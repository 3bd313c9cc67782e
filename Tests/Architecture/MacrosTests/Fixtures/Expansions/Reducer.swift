import ComposableArchitecture

@Reducer
struct Feature {
  enum Action { case tapped }
}

enum Elsewhere {
  struct State {}
  enum Action {}
}

@Reducer
struct Reusable {
  var body: some Reducer<Elsewhere.State, Elsewhere.Action> {
    EmptyReducer()
  }
}
