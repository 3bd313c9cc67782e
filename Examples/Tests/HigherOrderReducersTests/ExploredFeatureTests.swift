import ComposableCore
import ComposableCoreTestSupport
import Testing

@testable import HigherOrderReducers

@MainActor
@Test func numberFact_inAllOrders_isThatOfTheLastNumber() async throws {
  let orders = try await explore { exploration in
    let store: StoreOf<Feature> = Store(
      initialState: Feature.State(),
      reducer: Feature(numberFact: { number in
        await exploration.pause()
        return "\(number)"
      }))
    exploration.send(.numberFactButtonTapped, to: store)
    exploration.send(.incrementButtonTapped, to: store)
    exploration.send(.numberFactButtonTapped, to: store)
    exploration.eventually { #expect(store.state.numberFactAlert == "1") }
  }
  #expect(orders.count != nil)
}
