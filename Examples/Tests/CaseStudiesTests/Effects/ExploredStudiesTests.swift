import ComposableArchitecture
import ComposableCoreTestSupport
import NumberFacts
import Testing

@testable import CaseStudies

/// The studies in all orders of their events.
@MainActor
@Suite(.serialized) struct ExploredStudiesTests {
  /// Facts that take any time.
  private func facts(_ exploration: Exploration) -> NumberFactClient {
    NumberFactClient { number in
      await exploration.pause()
      return "\(number)"
    }
  }

  @Test func cancellableFact_inAllOrders_showsTheFactOfTheNumber() async throws {
    let orders = try await explore { exploration in
      let store = Store(initialState: CancellableFact.State()) {
        CancellableFact()
      } withDependencies: {
        $0.numberFact = facts(exploration)
      }
      exploration.send(.factButtonTapped, to: store)
      exploration.send(.numberStepped(by: 1), to: store)
      exploration.send(.factButtonTapped, to: store)
      exploration.eventually {
        #expect(store.fact == .success("2"))
        #expect(!store.isLoading)
      }
    }
    #expect(orders.count != nil)
  }

  @Test func refreshableFact_inAllOrders_stopsRefreshing() async throws {
    let orders = try await explore { exploration in
      let store = Store(initialState: RefreshableFact.State()) {
        RefreshableFact()
      } withDependencies: {
        $0.numberFact = facts(exploration)
      }
      exploration.send(.refresh, to: store)
      exploration.send(.cancelButtonTapped, to: store)
      exploration.send(.refresh, to: store)
      exploration.eventually {
        #expect(!store.isRefreshing)
        #expect(store.fact == "1")
      }
    }
    #expect(orders.count != nil)
  }

  @Test func loadThenPresent_inAllOrders_isClosedByTheUser() async throws {
    let orders = try await explore { exploration in
      let store = Store(initialState: LoadThenPresent.State()) {
        LoadThenPresent()
      } withDependencies: {
        $0.numberFact = facts(exploration)
      }
      exploration.send(.presentThenLoadButtonTapped, to: store)
      exploration.send(.sheet(.presented(.closeButtonTapped)), to: store)
      exploration.eventually {
        #expect(store.sheet == nil)
        #expect(!store.isLoading)
      }
    }
    #expect(orders.count != nil)
  }

  @Test func favorite_inAllOrders_agreesWithTheServer() async throws {
    let orders = try await explore { exploration in
      let server = LockIsolated<Set<String>>([])
      let store = Store(initialState: Favorite.State(id: "emma")) {
        Favorite()
      } withDependencies: {
        $0.favorites.set = { isFavorite, id in
          await exploration.pause()
          server.withValue {
            if isFavorite { $0.insert(id) } else { $0.remove(id) }
          }
          await exploration.pause()
        }
      }
      exploration.send(.buttonTapped, to: store)
      exploration.send(.buttonTapped, to: store)
      exploration.eventually {
        #expect(store.isSettled)
        #expect(server.value.contains("emma") == store.isFavorite)
      }
    }
    #expect(orders.count != nil)
  }
}
