import ComposableCore

/// The smallest feature there is.
struct Counter: Reducer, Sendable {
  /// A number.
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  /// What changes it.
  enum Action: Codable, Sendable {
    /// One less.
    case decrementButtonTapped
    /// One more.
    case incrementButtonTapped
    /// Another number.
    case numberChosen(Int)
  }

  /// The logic.
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
