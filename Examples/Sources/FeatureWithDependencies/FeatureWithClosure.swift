import ComposableArchitecture

/// The same before its source of facts was registered as a dependency: its creator passes it
/// in.
@Reducer
struct FeatureWithClosure {
  typealias State = Feature.State
  typealias Action = Feature.Action

  let numberFact: @Sendable (Int) async throws -> String

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .decrementButtonTapped:
        state.count -= 1
        return .none

      case .incrementButtonTapped:
        state.count += 1
        return .none

      case .numberFactButtonTapped:
        return .run { [count = state.count] send in
          let fact = try await self.numberFact(count)
          await send(.numberFactResponse(fact))
        }

      case let .numberFactResponse(fact):
        state.numberFact = fact
        return .none
      }
    }
  }
}
