import ComposableArchitecture
import ComposableCoreTestSupport
import Foundation
import Testing

@testable import Search

/// The search in all orders of its events.
@MainActor
@Suite(.serialized) struct ExploredSearchTests {
  private func makeStore(
    _ exploration: Exploration, _ clock: TestClock<Duration>,
    _ state: SearchFeature.State = SearchFeature.State()
  ) -> StoreOf<SearchFeature> {
    Store(initialState: state) {
      SearchFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.places.search = { query in
        await exploration.pause()
        return query == "Ber" ? .berlinAndBermuda : .berlin
      }
      $0.places.sun = { _, _ in
        await exploration.pause()
        return [.short]
      }
    }
  }

  @Test func typing_inAllOrders_showsTheMatchesOfTheLastQuery() async throws {
    let orders = try await explore { exploration in
      let clock = TestClock()
      let store = makeStore(exploration, clock)
      exploration.send(.set(\.query, "Berl"), to: store)
      exploration.advance(clock, by: .milliseconds(300))
      exploration.send(.set(\.query, "Ber"), to: store)
      exploration.advance(clock, by: .milliseconds(300))
      exploration.eventually {
        #expect(store.matches == .berlinAndBermuda)
        #expect(store.loading == .idle)
      }
    }
    #expect(orders.count != nil)
  }

  @Test func clear_inAllOrders_showsNothing() async throws {
    let orders = try await explore { exploration in
      let clock = TestClock()
      let store = makeStore(exploration, clock)
      exploration.send(.set(\.query, "Ber"), to: store)
      exploration.advance(clock, by: .milliseconds(300))
      exploration.send(.clearButtonTapped, to: store)
      exploration.eventually {
        #expect(store.matches == nil)
        #expect(store.loading == .idle)
      }
    }
    #expect(orders.count != nil)
  }

  @Test func closedPlace_inAllOrders_staysClosed() async throws {
    let orders = try await explore { exploration in
      let store = makeStore(exploration, TestClock(), .found)
      exploration.send(.placeTapped(Place.berlin.id), to: store)
      exploration.send(.detail(.presented(.closeButtonTapped)), to: store)
      exploration.eventually { #expect(store.detail == nil) }
    }
    #expect(orders.count != nil)
  }
}
