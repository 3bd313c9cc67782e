import ComposableArchitecture

/// Shows a name, and how often it was read aloud.
@Reducer
struct ProfileReader {
  @ObservableState
  struct State: Equatable {
    let name: String
    var greetings = 0
  }

  enum Action {
    case editButtonTapped
    case greetButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        return .none

      case .greetButtonTapped:
        state.greetings += 1
        return .none
      }
    }
  }
}
