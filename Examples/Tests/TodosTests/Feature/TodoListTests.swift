import ComposableArchitecture
import Foundation
import Testing

@testable import Todos

@MainActor
@Suite struct TodoListTests {
  private func makeStore(
    _ todos: Todo..., dependencies: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<TodoList> {
    @Shared(.todos) var shared
    $shared.withLock { $0 = IdentifiedArray(uniqueElements: todos) }
    return TestStore(initialState: TodoList.State()) {
      TodoList()
    } withDependencies: {
      $0.uuid = .incrementing
      dependencies(&$0)
    }
  }

  @Test func addingTakesTheDraft() async {
    let store = makeStore()
    await store.send(\.binding.draft, "  Water the plants ") {
      $0.draft = "  Water the plants "
    }
    await store.send(.addButtonTapped) {
      $0.draft = ""
      $0.$todos.withLock { $0 = [.numbered(0, "Water the plants")] }
    }
    await store.send(\.binding.draft, " ") { $0.draft = " " }
    await store.send(.addButtonTapped)
  }

  @Test func togglingCompletesAndReopens() async {
    let store = makeStore(.numbered(0, "a"), .numbered(1, "b"))
    await store.send(.toggleButtonTapped(UUID(1))) {
      $0.$todos.withLock { $0[id: UUID(1)]?.isCompleted = true }
    }
    #expect(store.state.activeCount == 1)
    await store.send(.toggleButtonTapped(UUID(1))) {
      $0.$todos.withLock { $0[id: UUID(1)]?.isCompleted = false }
    }
  }

  @Test func theFilterDecidesWhatIsVisible() async {
    let store = makeStore(.numbered(0, "a"), .numbered(1, "b", isCompleted: true))
    #expect(store.state.visibleTodos.map(\.title) == ["a", "b"])
    await store.send(\.binding.filter, .active) { $0.filter = .active }
    #expect(store.state.visibleTodos.map(\.title) == ["a"])
    await store.send(\.binding.filter, .completed) { $0.filter = .completed }
    #expect(store.state.visibleTodos.map(\.title) == ["b"])
  }

  @Test func movingExchangesVisibleNeighbours() async {
    let store = makeStore(
      .numbered(0, "a"), .numbered(1, "b", isCompleted: true), .numbered(2, "c"),
      .numbered(3, "d"))
    await store.send(\.binding.filter, .active) { $0.filter = .active }
    await store.send(.moveDownButtonTapped(UUID(0))) {
      $0.$todos.withLock { $0.move(fromOffsets: [0], toOffset: 3) }
    }
    #expect(store.state.todos.map(\.title) == ["b", "c", "a", "d"])
    await store.send(.moveUpButtonTapped(UUID(3))) {
      $0.$todos.withLock { $0.move(fromOffsets: [3], toOffset: 2) }
    }
    #expect(store.state.todos.map(\.title) == ["b", "c", "d", "a"])
    await store.send(.moveUpButtonTapped(UUID(2)))
    await store.send(.moveDownButtonTapped(UUID(0)))
  }

  @Test func deletingAsksFirst() async {
    let store = makeStore(.numbered(0, "a"), .numbered(1, "b"))
    await store.send(.deleteButtonTapped(UUID(0))) {
      $0.destination = .alert(
        AlertState {
          TextState("Delete “a”?")
        } actions: {
          ButtonState(role: .destructive, action: .deletionConfirmed(UUID(0))) {
            TextState("Delete")
          }
          ButtonState(role: .cancel) { TextState("Keep") }
        } message: {
          TextState("Its note and the time spent on it go as well.")
        })
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(.deleteButtonTapped(UUID(0))) {
      $0.destination = .alert(
        .deletion(of: .numbered(0, "a"), confirmed: .deletionConfirmed(UUID(0))))
    }
    await store.send(\.destination.alert.deletionConfirmed, UUID(0)) {
      $0.destination = nil
      $0.removals = [Removal(index: 0, todo: .numbered(0, "a"))]
      $0.$todos.withLock { $0 = [.numbered(1, "b")] }
    }
  }

  @Test func undoBringsBackWhatWasRemovedLast() async {
    let todos: [Todo] = [
      .numbered(0, "a", isCompleted: true), .numbered(1, "b"),
      .numbered(2, "c", isCompleted: true),
    ]
    let store = makeStore(todos[0], todos[1], todos[2])
    await store.send(.clearCompletedButtonTapped) {
      $0.removals = [Removal(index: 0, todo: todos[0]), Removal(index: 2, todo: todos[2])]
      $0.$todos.withLock { $0 = [todos[1]] }
    }
    await store.send(.clearCompletedButtonTapped)
    await store.send(.undoButtonTapped) {
      $0.removals = []
      $0.$todos.withLock { $0 = IdentifiedArray(uniqueElements: todos) }
    }
    await store.send(.undoButtonTapped)
  }

  @Test func renamingIsSavedOrGivenUp() async {
    let store = makeStore(.numbered(0, "a"))
    for isSaved in [false, true] {
      await store.send(.renameButtonTapped(UUID(0))) {
        guard let todo = Shared($0.$todos[id: UUID(0)]) else { return }
        $0.destination = .rename(RenameTodo.State(todo: todo))
      }
      await store.send(\.destination.rename.binding.title, " b ") {
        $0.destination?.modify(\.rename) { $0.title = " b " }
      }
      if isSaved {
        await store.send(\.destination.rename.saveButtonTapped) {
          $0.$todos.withLock { $0[id: UUID(0)]?.title = "b" }
        }
      } else {
        await store.send(\.destination.rename.cancelButtonTapped)
      }
      await store.receive(\.destination.dismiss) { $0.destination = nil }
    }
  }

  @Test func aTitleIsNeverEmpty() async {
    let store = makeStore(.numbered(0, "a"))
    store.exhaustivity = .off
    await store.send(.renameButtonTapped(UUID(0)))
    await store.send(\.destination.rename.binding.title, " ")
    await store.send(\.destination.rename.saveButtonTapped)
    #expect(store.state.destination?.rename?.title == " ")
    #expect(store.state.todos[0].title == "a")
  }

  @Test func actionsOnWhatIsGoneChangeNothing() async {
    let store = makeStore(.numbered(0, "a"))
    for action: TodoList.Action in [
      .deleteButtonTapped(UUID(7)), .moveUpButtonTapped(UUID(7)), .openButtonTapped(UUID(7)),
      .renameButtonTapped(UUID(7)), .toggleButtonTapped(UUID(7)),
    ] {
      await store.send(action)
    }
  }
}
