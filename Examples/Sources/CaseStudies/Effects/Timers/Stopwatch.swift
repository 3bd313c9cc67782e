import ComposableArchitecture

/// Counts tenths of seconds while it is running.
@Reducer
struct Stopwatch {
  @ObservableState
  struct State: Equatable {
    var isRunning = false
    var tenths = 0
  }

  enum Action {
    case resetButtonTapped
    case startStopButtonTapped
    case ticked
  }

  private enum CancelID { case timer }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resetButtonTapped:
        state.tenths = 0
        return .none

      case .startStopButtonTapped:
        state.isRunning.toggle()
        guard state.isRunning else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .milliseconds(100)) {
            await send(.ticked)
          }
        }
        .cancellable(id: CancelID.timer)

      case .ticked:
        state.tenths += 1
        return .none
      }
    }
  }
}
