import ComposableArchitecture
import ComposableCoreTestSupport
import Foundation
import Testing

@testable import Todos

/// The list of todos in all orders of its events.
@MainActor
@Suite(.serialized) struct ExploredTodosTests {
  private func makeStore(_ clock: TestClock<Duration>) -> StoreOf<TodoList> {
    Store(initialState: .with(.numbered(0, "a"), .numbered(1, "b"))) {
      TodoList()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func closedDetail_inAllOrders_hasSavedItsNote() async throws {
    let orders = try await explore { exploration in
      let clock = TestClock()
      let store = makeStore(clock)
      exploration.send(.openButtonTapped(.numbered(0)), to: store)
      exploration.send(.destination(.presented(.detail(.set(\.note, "x")))), to: store)
      exploration.advance(clock, by: .milliseconds(500))
      exploration.send(.destination(.presented(.detail(.set(\.note, "xy")))), to: store)
      exploration.send(.destination(.presented(.detail(.closeButtonTapped))), to: store)
      exploration.eventually {
        #expect(store.destination == nil)
        #expect(store.todos[id: .numbered(0)]?.note == "xy")
      }
    }
    #expect(orders.count != nil)
  }

  @Test func focusTimer_inAllOrders_endsWithItsTodo() async throws {
    let orders = try await explore { exploration in
      let clock = TestClock()
      let store = makeStore(clock)
      exploration.send(.openButtonTapped(.numbered(0)), to: store)
      exploration.send(.destination(.presented(.detail(.focusButtonTapped))), to: store)
      exploration.advance(clock, by: .seconds(2))
      exploration.send(.destination(.presented(.detail(.deleteButtonTapped))), to: store)
      exploration.send(
        .destination(.presented(.detail(.alert(.presented(.deletionConfirmed))))), to: store)
      exploration.advance(clock, by: .seconds(2))
      exploration.eventually {
        #expect(store.destination == nil)
        #expect(store.todos.ids.elements == [.numbered(1)])
      }
    }
    #expect(orders.count != nil)
  }
}
