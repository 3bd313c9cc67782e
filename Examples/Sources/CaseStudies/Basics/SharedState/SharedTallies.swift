import ComposableArchitecture

/// Two tabs with the same tallies.
@Reducer
struct SharedTallies {
  enum Tab: String, CaseIterable, Sendable { case counter, statistics }

  @ObservableState
  struct State: Equatable {
    var counter = TallyCounter.State()
    var statistics = TallyStatistics.State()
    var tab = Tab.counter
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case counter(TallyCounter.Action)
    case statistics(TallyStatistics.Action)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Scope(\.counter, action: \.counter) { TallyCounter() }
    Scope(\.statistics, action: \.statistics) { TallyStatistics() }
  }
}
