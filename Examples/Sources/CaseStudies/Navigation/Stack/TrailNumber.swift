import ComposableArchitecture

/// A screen of the stack: a number, from which other screens are reached.
@Reducer
struct TrailNumber {
  @ObservableState
  struct State: Equatable {
    var number: Int
  }

  enum Action {
    case decrementButtonTapped
    case factButtonTapped
    case incrementButtonTapped
    case squareButtonTapped
    case stopwatchButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.number -= 1
        return .none

      case .factButtonTapped, .squareButtonTapped, .stopwatchButtonTapped:
        // The stack pushes the requested screens.
        return .none

      case .incrementButtonTapped:
        state.number += 1
        return .none
      }
    }
  }
}
