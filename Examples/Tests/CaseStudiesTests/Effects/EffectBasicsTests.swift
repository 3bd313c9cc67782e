import ComposableArchitecture
import NumberFacts
import Testing

@testable import CaseStudies

@MainActor
@Suite struct EffectBasicsTests {
  private let clock = TestClock()

  private func makeStore(count: Int) -> TestStoreOf<EffectBasics> {
    TestStore(initialState: EffectBasics.State(count: count)) {
      EffectBasics()
    } withDependencies: {
      $0.continuousClock = clock
      $0.numberFact = .slow(clock)
    }
  }

  @Test func aFactArrivesAsAnAction() async {
    let store = makeStore(count: 3)
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.factResponse.success) {
      $0.fact = .success("about 3")
      $0.isLoading = false
    }
    await store.send(.incrementButtonTapped) {
      $0.count = 4
      $0.fact = nil
    }
  }

  @Test func soDoesAFailure() async {
    let store = makeStore(count: 7)
    await store.send(.factButtonTapped) { $0.isLoading = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.factResponse.failure) {
      $0.fact = .failure(.other("no fact"))
      $0.isLoading = false
    }
  }

  @Test func aNumberBelowZeroGoesBackAfterASecond() async {
    let store = makeStore(count: 0)
    await store.send(.decrementButtonTapped) { $0.count = -1 }
    await clock.advance(by: .milliseconds(900))
    // Another one begins the second again.
    await store.send(.decrementButtonTapped) { $0.count = -2 }
    await clock.advance(by: .milliseconds(900))
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.negativeDelayEnded) { $0.count = 0 }
  }

  @Test func addingInTimeCancelsTheDelay() async {
    let store = makeStore(count: 0)
    await store.send(.decrementButtonTapped) { $0.count = -1 }
    await store.send(.incrementButtonTapped) { $0.count = 0 }
    await clock.advance(by: .seconds(2))
  }
}
