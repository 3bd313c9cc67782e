import ComposableCore

/// The smallest feature.
struct Counter: Reducer, Sendable {
  /// The count.
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  /// The changes.
  enum Action: Codable, Sendable {
    /// Decrement the count.
    case decrementButtonTapped
    /// Increment the count.
    case incrementButtonTapped
    /// Sets the count.
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
