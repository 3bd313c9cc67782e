import ComposableCore
import Testing

/// The code of the article "Bindings".
@MainActor
@Suite struct BindingsArticleTests {
  struct Settings: Reducer {
    struct State: Equatable {
      var name = ""
      var isPublic = false
      var error: String?
    }
    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case saveButtonTapped
    }
    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.name):
          state.error = state.name.isEmpty ? "A name is needed" : nil
          return .none
        case .binding:
          return .none
        case .saveButtonTapped:
          return .none
        }
      }
    }
  }

  @Test func write() {
    let store = Store(initialState: Settings.State()) { Settings() }
    store.name = "Blob"
    store.isPublic.toggle()
    #expect(store.state == Settings.State(name: "Blob", isPublic: true))
    store.send(.set(\.name, ""))
    #expect(store.error == "A name is needed")
  }
}
