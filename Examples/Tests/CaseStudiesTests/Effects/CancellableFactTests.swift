import ComposableArchitecture
import NumberFacts
import Testing

@testable import CaseStudies

@MainActor
@Suite struct CancellableFactTests {
  private let clock = TestClock()

  private func makeStore() -> TestStoreOf<CancellableFact> {
    TestStore(initialState: CancellableFact.State()) {
      CancellableFact()
    } withDependencies: {
      $0.numberFact = .slow(clock)
    }
  }

  @Test func theUserCancels() async {
    let store = makeStore()
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.send(.cancelButtonTapped) { $0.isLoading = false }
    await clock.advance(by: .seconds(2))
  }

  @Test func anotherNumberCancels() async {
    let store = makeStore()
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await store.send(.numberStepped(by: 1)) {
      $0.isLoading = false
      $0.number = 2
    }
    await clock.advance(by: .seconds(2))
  }

  @Test func askingAgainCancelsTheRequestBefore() async {
    let store = makeStore()
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await clock.advance(by: .milliseconds(600))
    await store.send(.factButtonTapped)
    await clock.advance(by: .milliseconds(600))
    await clock.advance(by: .milliseconds(400))
    await store.receive(\.factResponse.success) {
      $0.fact = .success("about 1")
      $0.isLoading = false
      $0.responseCount = 1
    }
  }
}
