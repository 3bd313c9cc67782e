import ComposableCore
import ComposableCoreTestSupport
import NumberFacts
import Testing

@testable import Counter

/// The counter in all orders of its events.
@MainActor
@Suite(.serialized) struct ExploredCounterTests {
  private func makeStore(
    _ exploration: Exploration, _ clock: TestClock<Duration> = TestClock()
  ) -> StoreOf<CounterFeature> {
    Store(initialState: CounterFeature.State()) {
      CounterFeature(
        numberFact: NumberFactClient { number in
          await exploration.pause()
          return "\(number)"
        }, clock: clock)
    }
  }

  @Test func fact_inAllOrders_isThatOfTheNumber() async throws {
    let orders = try await explore { exploration in
      let store = makeStore(exploration)
      exploration.send(.factButtonTapped, to: store)
      exploration.send(.incrementButtonTapped, to: store)
      exploration.send(.factButtonTapped, to: store)
      exploration.eventually {
        #expect(store.fact == "1")
        #expect(!store.isLoading)
      }
    }
    #expect(orders.count != nil)
  }

  @Test func stoppedTimer_inAllOrders_ticksNoMore() async throws {
    let orders = try await explore { exploration in
      let clock = TestClock()
      let store = makeStore(exploration, clock)
      exploration.send(.toggleTimerButtonTapped, to: store)
      exploration.advance(clock, by: .seconds(2))
      exploration.send(.toggleTimerButtonTapped, to: store)
      exploration.advance(clock, by: .seconds(2))
      exploration.eventually {
        #expect(store.count == 2)
        #expect(!store.isTimerRunning)
      }
    }
    #expect(orders.count != nil)
  }
}
