import ComposableArchitecture

/// The second tab: shows the tallies of the first, and resets them.
@Reducer
struct TallyStatistics {
  @ObservableState
  struct State: Equatable {
    @Shared(.tallyOfAllRuns) var allRuns
    @Shared(.tallyOfRun) var run
  }

  enum Action {
    case resetButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resetButtonTapped:
        state.$allRuns.withLock { $0 = Tally() }
        state.$run.withLock { $0 = Tally() }
        return .none
      }
    }
  }
}
