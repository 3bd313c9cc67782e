import ComposableCore
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Feature: ReducerProtocol {
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
            String(
              // The document asks a server: here it is a port without a listener.
              decoding: try await URLSession.shared
                .data(from: URL(string: "http://127.0.0.1:1/\(count)/trivia")!).0,
              as: UTF8.self
            )
          }
        )
      }

    case let .numberFactResponse(.success(fact)):
      state.numberFactAlert = fact
      return .none

    case .numberFactResponse(.failure):
      state.numberFactAlert = "Could not load a number fact :("
      return .none
    }
  }
}

/// The feature of one of the documents, written as a type with a `reduce` method.
@MainActor
@Suite struct ReducerProtocolSampleTests {
  @Test func theStoreOfTheView() async {
    let store: StoreOf<Feature> = Store(
      initialState: Feature.State(),
      reducer: Feature()
    )
    store.send(.incrementButtonTapped)
    store.send(.incrementButtonTapped)
    store.send(.decrementButtonTapped)
    #expect(store.count == 1)
    store.send(.numberFactResponse(.success("1 is a good number")))
    #expect(store.numberFactAlert == "1 is a good number")
    store.send(.factAlertDismissed)
    #expect(store.numberFactAlert == nil)
    await store.send(.numberFactButtonTapped).finish()
    #expect(store.numberFactAlert == "Could not load a number fact :(")
  }
}
