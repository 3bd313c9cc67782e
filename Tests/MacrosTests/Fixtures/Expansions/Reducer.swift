import ComposableArchitecture

@Reducer
struct Feature {
  enum Action { case tapped }
}
