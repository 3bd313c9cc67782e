import ComposableArchitecture

/// Two counters of the same kind, and the number of changes to both.
@Reducer
struct TwoCounters {
  @ObservableState
  struct State: Equatable {
    var changeCount = 0
    var first = Counter.State()
    var second = Counter.State()

    var sum: Int { first.count + second.count }
  }

  enum Action {
    case first(Counter.Action)
    case second(Counter.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.first, action: \.first) { Counter() }
    Scope(\.second, action: \.second) { Counter() }
    Reduce { state, action in
      switch action {
      case .first, .second:
        state.changeCount += 1
        return .none
      }
    }
  }
}
