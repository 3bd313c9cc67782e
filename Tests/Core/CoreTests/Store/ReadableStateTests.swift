@testable import ComposableCore
import Testing

/// Reads of a store while one of its reducers runs, where the store allows it.
@MainActor
@Suite struct ReadableStateTests {
  private func makeHouse() -> StoreOf<House> {
    Store(initialState: House.State()) {
      House()
    } withDependencies: {
      $0.isStateReadableInReducers = true
    }
  }

  @Test func read_inReducerOfEachPart_isStateBeforeAction() {
    let store = makeHouse()
    let parts: [(Change<Room>) -> House.Action] = [
      { .hall($0) }, { .computed($0) }, { .optional($0) }, { .sheet(.presented($0)) },
      { .rooms(.element(id: 1, action: $0)) },
    ]
    for part in parts {
      let before = store.state
      var seen: House.State?
      store.send(
        part(
          Change {
            $0.names.append("new")
            seen = store.state
            $0.names.append("newer")
          }))
      #expect(seen == before)
      #expect(store.state != before)
    }
  }

  @Test func read_inReducerThatRemovesChildren_isStateBeforeAction() {
    let store = makeHouse()
    let rooms = store.scope(\.rooms, action: \.rooms)
    let sheet = store.scope(\.sheet, action: \.sheet.presented)
    var seen: [Int] = []
    store.send(
      .house(
        Change {
          $0.rooms.removeAll()
          $0.sheet = nil
          $0.names = []
          seen.append(store.scope(\.rooms, action: \.rooms).count)
          seen += rooms.map(\.names.count)
          seen.append(sheet?.names.count ?? -1)
          seen.append(store.names.count)
        }))
    #expect(seen == [3, 2, 2, 2, 2, 2])
    // Nothing that was found meanwhile is used afterwards.
    #expect(store.scope(\.rooms, action: \.rooms).isEmpty)
    #expect(store.scope(\.sheet, action: \.sheet.presented) == nil)
    #expect(store.names.isEmpty)
  }

  @Test func read_byObjectThatEndsWithOldState_isStateAfterAction() {
    final class Looker {
      var look: () -> Void = {}
      deinit { look() }
    }
    struct State {
      var looker: Looker? = Looker()
      var count = 0
    }
    let store = Store(initialState: State()) {
      Change<State>.reducer()
    } withDependencies: {
      $0.isStateReadableInReducers = true
    }
    var seen: [Int] = []
    store.looker?.look = { MainActor.assumeIsolated { seen.append(store.count) } }
    store.send(
      Change {
        $0.looker = nil
        $0.count = 1
      })
    #expect(seen == [1])
  }

  @Test func observe_startedInReducer_runsAgainForThatAction() async {
    let store = makeHouse()
    var seen: [[String]] = []
    var token: ObserveToken?
    store.send(
      .house(
        Change {
          $0.names = ["first"]
          token = observe { seen.append(store.names) }
          $0.names = ["second"]
        }))
    #expect(seen.first == ["first in the house", "second in the house"])
    // Once per turn, as for any list: nothing else says whether it has changed.
    await eventually { seen.last == ["second"] }
    #expect(seen.last == ["second"])
    store.send(.house(Change { $0.names = ["third"] }))
    await eventually { seen.last == ["third"] }
    #expect(seen.last == ["third"])
    token?.cancel()
  }

  @Test func send_inReducer_isReportedAndWaits() {
    let store = makeHouse()
    withKnownIssue {
      store.send(
        .house(
          Change {
            store.send(.house(Change { $0.names.append("last") }))
            $0.names = [store.names[0]]
          }))
    } matching: { issue in
      issue.description.contains("sent to a store that is processing another one")
    }
    #expect(store.names == ["first in the house", "last"])
  }

  @Test func prepareDependencies_readableState_appliesToStoresWithoutOverrides() {
    prepareDependencies { $0.isStateReadableInReducers = true }
    let store = Store(initialState: House.State()) { House() }
    var seen: [String] = []
    store.send(
      .hall(
        Change {
          $0.names = []
          seen = store.hall.names
        }))
    #expect(seen.count == 2)
    #expect(store.hall.names.isEmpty)
  }

  @Test nonisolated func assumeIsolated_readInReducerOfStoreActor_isStateBeforeAction() async {
    struct State {
      var names = ["a"]
    }
    let box = Box<State>()
    let store = StoreActor(initialState: State()) {
      Reduce<State, Int> { state, _ in
        state.names.append("b")
        state.names += box.store?.assumeIsolated { $0.names } ?? []
        return .none
      }
    } withDependencies: {
      $0.isStateReadableInReducers = true
    }
    box.store = store
    await store.send(0)
    #expect(await store.names == ["a", "b", "a"])
  }

  private nonisolated final class Box<State>: @unchecked Sendable {
    var store: StoreActor<State, Int>?
  }
}
