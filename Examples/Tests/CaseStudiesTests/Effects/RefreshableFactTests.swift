import ComposableArchitecture
import NumberFacts
import Testing

@testable import CaseStudies

@MainActor
@Suite struct RefreshableFactTests {
  private let clock = TestClock()

  private func makeStore(_ state: RefreshableFact.State) -> TestStoreOf<RefreshableFact> {
    TestStore(initialState: state) {
      RefreshableFact()
    } withDependencies: {
      $0.numberFact = .slow(clock)
    }
  }

  @Test func theOldFactStaysUntilTheNewOneIsThere() async {
    let store = makeStore(RefreshableFact.State(fact: "old", number: 2))
    await store.send(.refresh) { $0.isRefreshing = true }
    #expect(store.state.fact == "old")
    await clock.advance(by: .seconds(1))
    await store.receive(\.factResponse.success) {
      $0.fact = "about 2"
      $0.isRefreshing = false
    }
  }

  @Test func itStaysAfterAFailure() async {
    let store = makeStore(RefreshableFact.State(fact: "old", number: 7))
    await store.send(.refresh) { $0.isRefreshing = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.factResponse.failure) {
      $0.failure = .other("no fact")
      $0.isRefreshing = false
    }
    await store.send(.numberStepped(by: 1)) { $0.number = 8 }
    await store.send(.refresh) {
      $0.failure = nil
      $0.isRefreshing = true
    }
    await store.send(.cancelButtonTapped) { $0.isRefreshing = false }
  }

  @Test func sendingReturnsATaskThatLastsAsLongAsTheRefreshing() async {
    let store = Store(initialState: RefreshableFact.State()) {
      RefreshableFact()
    } withDependencies: {
      $0.numberFact.fetch = { "about \($0)" }
    }
    let task = store.send(.refresh)
    #expect(store.isRefreshing)
    await task.finish()
    #expect(!store.isRefreshing)
    #expect(store.fact == "about 1")
  }
}
