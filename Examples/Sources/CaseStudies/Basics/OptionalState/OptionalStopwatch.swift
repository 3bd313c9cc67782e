import ComposableArchitecture

/// A stopwatch that may be there or not.
@Reducer
struct OptionalStopwatch {
  @ObservableState
  struct State: Equatable {
    var stopwatch: Stopwatch.State?
  }

  enum Action {
    case stopwatch(Stopwatch.Action)
    case toggleButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .stopwatch:
        return .none

      case .toggleButtonTapped:
        state.stopwatch = state.stopwatch == nil ? Stopwatch.State() : nil
        return .none
      }
    }
    .ifLet(\.stopwatch, action: \.stopwatch) { Stopwatch() }
  }
}
