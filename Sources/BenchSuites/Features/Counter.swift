import ComposableCore

/// The smallest feature there is.
public struct Counter: Reducer, Sendable {
  /// A number.
  public struct State: Equatable, Sendable {
    var count = 0
  }

  /// What changes it.
  public enum Action: Sendable {
    /// One less.
    case decrementButtonTapped
    /// One more.
    case incrementButtonTapped
    /// Another number.
    case numberChosen(Int)
  }

  /// The logic.
  public var body: some ReducerOf<Self> {
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
