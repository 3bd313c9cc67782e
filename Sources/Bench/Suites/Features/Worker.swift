import ComposableCore

/// A feature whose actions start effects.
struct Worker: Reducer {
  struct State: Sendable {
    var results = 0
  }

  enum Action: Sendable {
    /// Counts.
    case resultReceived
    /// Sends the action above, through an effect that does nothing else.
    case sendButtonTapped
    /// Starts an effect that ends at once.
    case runButtonTapped
    /// Starts an effect that sends results.
    case resultsRequested(Int)
    /// Starts effects that end at once.
    case mergeButtonTapped(Int)
    /// Starts an effect that runs until it is cancelled.
    case waitButtonTapped(id: Int)
    /// Cancels the previous such effect and starts another.
    case restartButtonTapped(id: Int)
    case cancelButtonTapped(id: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .resultReceived:
        state.results += 1
        return .none

      case .sendButtonTapped:
        return .send(.resultReceived)

      case .runButtonTapped:
        return .run { _ in }

      case .resultsRequested(let count):
        return .run { send in
          for _ in 0..<count { await send(.resultReceived) }
        }

      case .mergeButtonTapped(let count):
        return .merge((0..<count).map { _ in .run { _ in } })

      case .waitButtonTapped(let id):
        return .run { _ in await cancellation() }
          .cancellable(id: id)

      case .restartButtonTapped(let id):
        return .run { _ in await cancellation() }
          .cancellable(id: id, cancelInFlight: true)

      case .cancelButtonTapped(let id):
        return .cancel(id: id)
      }
    }
  }
}

/// Waits until the task is cancelled. A long sleep would leave a timer behind each time.
private nonisolated(nonsending) func cancellation() async {
  for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
}
