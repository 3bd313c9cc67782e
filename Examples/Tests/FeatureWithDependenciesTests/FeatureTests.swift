import ComposableArchitecture
import NumberFacts
import Testing

@testable import FeatureWithDependencies

@MainActor
struct FeatureTests {
  @Test func basics() async {
    let store = TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.numberFact.fetch = { "\($0) is a good number Brent" }
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }
    await store.send(.numberFactButtonTapped)
    await store.receive(\.numberFactResponse) {
      $0.numberFact = "0 is a good number Brent"
    }
  }

  @Test func basicsWithAClosure() async {
    let store = TestStore(initialState: FeatureWithClosure.State()) {
      FeatureWithClosure(numberFact: { "\($0) is a good number Brent" })
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 1
    }
    await store.send(.decrementButtonTapped) {
      $0.count = 0
    }
    await store.send(.numberFactButtonTapped)
    await store.receive(\.numberFactResponse) {
      $0.numberFact = "0 is a good number Brent"
    }
  }

  @Test func aTestThatForgetsTheDependencyFails() async throws {
    // No request may leave this test.
    let service = try await FactService.start(FactHandler())
    let store = TestStore(initialState: Feature.State()) {
      Feature()
    } withDependencies: {
      $0.factsAddress = service.address
    }
    store.exhaustivity = .off
    await withKnownIssue {
      await store.send(.numberFactButtonTapped).finish()
    } matching: {
      $0.description.contains("numberFact")
    }
    await service.stop()
  }

  @Test func theLiveClientAsksTheServiceOfTheProgram() async throws {
    let service = try await FactService.start(FactHandler())
    let store = TestStore(initialState: Feature.State(count: 7)) {
      Feature()
    } withDependencies: {
      $0.context = .live
      $0.factsAddress = service.address
    }
    await store.send(.numberFactButtonTapped)
    await store.receive(\.numberFactResponse) {
      $0.numberFact = "7 is odd and a prime: only 1 and itself divide it."
    }
    await service.stop()
  }
}
