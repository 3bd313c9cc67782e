import ComposableCore

/// A number, and the fact about it that an alert shows: a reducer that is a type.
struct Feature: ReducerProtocol {
  struct State: Equatable {
    var count = 0
    var numberFactAlert: String?
  }

  enum Action: Equatable {
    case factAlertDismissed
    case decrementButtonTapped
    case incrementButtonTapped
    case numberFactButtonTapped
    case numberFactResponse(TaskResult<String>)
  }

  private enum CancelID { case numberFact }

  let numberFact: @Sendable (Int) async throws -> String

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .factAlertDismissed:
      state.numberFactAlert = nil
      return .none

    case .decrementButtonTapped:
      state.count -= 1
      return .none

    case .incrementButtonTapped:
      state.count += 1
      return .none

    case .numberFactButtonTapped:
      return .task { [count = state.count] in
        await .numberFactResponse(
          TaskResult {
            try await self.numberFact(count)
          }
        )
      }
      .cancellable(id: CancelID.numberFact, cancelInFlight: true)

    case let .numberFactResponse(.success(fact)):
      state.numberFactAlert = fact
      return .none

    case .numberFactResponse(.failure):
      state.numberFactAlert = "Could not load a number fact :("
      return .none
    }
  }
}
