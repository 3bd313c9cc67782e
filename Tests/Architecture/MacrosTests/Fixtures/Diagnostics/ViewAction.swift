import ComposableArchitecture

@Reducer
struct Feature {
  enum Action: ViewAction {
    case view(View)
    case other
    enum View { case tapped }
  }
}

@ViewAction(for: Feature.self)
struct NoStore {}

@ViewAction(for: Feature.self)
@MainActor
struct Screen {
  let store: StoreOf<Feature>

  func tap() {
    store.send(.view(.tapped))
  }
  func other() {
    self.store.send(.other)
  }
}
