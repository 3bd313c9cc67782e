import ComposableArchitecture
import Foundation
import Testing

@testable import CaseStudies

@MainActor
@Suite struct PackingListTests {
  private func makeStore(_ titles: String...) -> TestStoreOf<PackingList> {
    let items = titles.enumerated().map { PackingItem.State(id: UUID($0), title: $1) }
    return TestStore(
      initialState: PackingList.State(
        items: IdentifiedArray(uniqueElements: items), selection: items.first?.id)
    ) {
      PackingList()
    } withDependencies: {
      $0.uuid = .incrementing
    }
  }

  @Test func rowsAreAddedAndToggled() async {
    let store = makeStore()
    await store.send(.addButtonTapped(title: "Socks")) {
      $0.items = [PackingItem.State(id: UUID(0), title: "Socks")]
      $0.selection = UUID(0)
    }
    await store.send(\.items[id: UUID(0)].toggleButtonTapped) {
      $0.items[id: UUID(0)]?.isPacked = true
    }
  }

  @Test func aRowThatMovesKeepsItsIdentity() async {
    let store = makeStore("a", "b", "c")
    await store.send(.moveButtonTapped(offset: 1)) { $0.items.swapAt(0, 1) }
    await store.send(\.items[id: UUID(0)].toggleButtonTapped) {
      $0.items[id: UUID(0)]?.isPacked = true
    }
    #expect(store.state.items.map(\.title) == ["b", "a", "c"])
    #expect(store.state.items[1].isPacked)
    await store.send(.moveButtonTapped(offset: 2))
  }

  @Test func theNextRowIsSelectedAfterADeletion() async {
    let store = makeStore("a", "b")
    await store.send(.deleteButtonTapped) {
      $0.items.remove(id: UUID(0))
      $0.selection = UUID(1)
    }
    await store.send(.deleteButtonTapped) {
      $0.items = []
      $0.selection = nil
    }
    await store.send(.deleteButtonTapped)
  }

  @Test func theSelectionStaysInTheList() async {
    let store = makeStore("a", "b")
    await store.send(.selectionMoved(offset: -1))
    await store.send(.selectionMoved(offset: 1)) { $0.selection = UUID(1) }
    await store.send(.selectionMoved(offset: 1))
  }
}
