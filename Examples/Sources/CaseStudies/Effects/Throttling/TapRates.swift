import ComposableArchitecture

/// The same taps, as they come, debounced, and throttled.
@Reducer
struct TapRates {
  @ObservableState
  struct State: Equatable {
    var taps = 0
    /// The tap that arrived last in each way, and how many arrived.
    var debounced = Arrivals()
    var throttledFirst = Arrivals()
    var throttledLatest = Arrivals()
  }

  struct Arrivals: Equatable, Sendable {
    var count = 0
    var last: Int?
  }

  enum Action {
    case debounceEnded(tap: Int)
    case resetButtonTapped
    case tapped
    case throttledFirst(tap: Int)
    case throttledLatest(tap: Int)
  }

  private enum CancelID { case debounce, throttleFirst, throttleLatest }

  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .debounceEnded(let tap):
        state.debounced.add(tap)
        return .none

      case .resetButtonTapped:
        state = State()
        return .merge(
          .cancel(id: CancelID.debounce), .cancel(id: CancelID.throttleFirst),
          .cancel(id: CancelID.throttleLatest))

      case .tapped:
        state.taps += 1
        let tap = state.taps
        return .merge(
          .send(.debounceEnded(tap: tap))
            .debounce(id: CancelID.debounce, for: .seconds(1), clock: clock),
          .send(.throttledFirst(tap: tap))
            .throttle(id: CancelID.throttleFirst, for: .seconds(1), clock: clock, latest: false),
          .send(.throttledLatest(tap: tap))
            .throttle(id: CancelID.throttleLatest, for: .seconds(1), clock: clock, latest: true))

      case .throttledFirst(let tap):
        state.throttledFirst.add(tap)
        return .none

      case .throttledLatest(let tap):
        state.throttledLatest.add(tap)
        return .none
      }
    }
  }
}

extension TapRates.Arrivals {
  fileprivate mutating func add(_ tap: Int) {
    count += 1
    last = tap
  }
}
