import ComposableCore

/// The smallest feature there is.
struct Counter: Reducer, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
  }

  enum Action: Sendable {
    case decrementButtonTapped
    case incrementButtonTapped
    case numberChosen(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped: state.count -= 1
      case .incrementButtonTapped: state.count += 1
      case .numberChosen(let number): state.count = number
      }
      return .none
    }
  }
}
