import ComposableArchitecture

/// A stack of screens of three kinds.
@Reducer
struct NumberTrail {
  @Reducer
  enum Path {
    case fact(TrailFact)
    case number(TrailNumber)
    case stopwatch(Stopwatch)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()

    /// The sum of all numbers on the stack, which only the feature with the stack can compute.
    var sum: Int { path.compactMap(\.number?.number).reduce(0, +) }
  }

  enum Action {
    case path(StackActionOf<Path>)
    case placeEntered(TrailPlace)
    case popToRootButtonTapped
    case startButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, .number(let action))):
        guard let number = state.path[id: id]?.number?.number else { return .none }
        switch action {
        case .factButtonTapped:
          state.path.append(.fact(TrailFact.State(number: number)))
        case .squareButtonTapped:
          let (square, isTooLarge) = number.multipliedReportingOverflow(by: number)
          state.path.append(.number(TrailNumber.State(number: isTooLarge ? 0 : square)))
        case .stopwatchButtonTapped:
          state.path.append(.stopwatch(Stopwatch.State()))
        case .decrementButtonTapped, .incrementButtonTapped:
          break
        }
        return .none

      case .path:
        return .none

      case .placeEntered(let place):
        state.path = StackState(place.screens)
        return .none

      case .popToRootButtonTapped:
        state.path.removeAll()
        return .none

      case .startButtonTapped:
        state.path.append(.number(TrailNumber.State(number: 2)))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension NumberTrail.Path.State: Equatable {}
