import ComposableArchitecture

/// The first tab: counts in both tallies.
@Reducer
struct TallyCounter {
  @ObservableState
  struct State: Equatable {
    @Shared(.tallyOfAllRuns) var allRuns
    @Shared(.tallyOfRun) var run
  }

  enum Action {
    case decrementButtonTapped
    case incrementButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      let number =
        switch action {
        case .decrementButtonTapped: -1
        case .incrementButtonTapped: 1
        }
      state.$allRuns.withLock { $0.add(number) }
      state.$run.withLock { $0.add(number) }
      return .none
    }
  }
}
