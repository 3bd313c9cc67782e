import ComposableArchitecture

/// Edits a name.
@Reducer
struct ProfileEditor {
  @ObservableState
  struct State: Equatable {
    var draft: String
    let original: String

    var isComplete: Bool { !draft.allSatisfy(\.isWhitespace) }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}
