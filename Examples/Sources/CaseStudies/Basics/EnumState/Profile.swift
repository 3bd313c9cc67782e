import ComposableArchitecture

/// A name that is read or edited, never both.
@Reducer
struct Profile {
  @Reducer
  enum Mode {
    case reading(ProfileReader)
    case editing(ProfileEditor)
  }

  @ObservableState
  struct State: Equatable {
    var mode = Mode.State.reading(ProfileReader.State(name: "Ada"))
  }

  enum Action {
    case mode(Mode.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.mode, action: \.mode) { Mode.body }
    Reduce { state, action in
      switch action {
      case .mode(.editing(.cancelButtonTapped)):
        guard let editor = state.mode.editing else { return .none }
        state.mode = .reading(ProfileReader.State(name: editor.original))
        return .none

      case .mode(.editing(.saveButtonTapped)):
        guard let editor = state.mode.editing, editor.isComplete else { return .none }
        state.mode = .reading(ProfileReader.State(name: editor.draft))
        return .none

      case .mode(.reading(.editButtonTapped)):
        guard let reader = state.mode.reading else { return .none }
        state.mode = .editing(ProfileEditor.State(draft: reader.name, original: reader.name))
        return .none

      case .mode:
        return .none
      }
    }
  }
}

extension Profile.Mode.State: Equatable {}
