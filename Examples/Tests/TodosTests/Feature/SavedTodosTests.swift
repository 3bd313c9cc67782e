import ComposableArchitecture
import Foundation
import Testing

@testable import Todos

@MainActor
@Suite struct SavedTodosTests {
  let file = URL(fileURLWithPath: "/saved/todos.json")

  @Test func todosAreFoundAgain() throws {
    let storage = FileStorage.inMemory
    withDependencies {
      $0.defaultFileStorage = storage
      $0.todosFile = file
      $0.uuid = .incrementing
    } operation: {
      let store = Store(initialState: TodoList.State()) { TodoList() }
      store.send(.set(\.draft, "a"))
      store.send(.addButtonTapped)
    }
    withDependencies {
      $0.defaultFileStorage = storage
      $0.todosFile = file
    } operation: {
      @Shared(.todos) var todos
      #expect(todos == [.numbered(0, "a")])
    }
  }

  @Test func aDamagedFileIsShownUntilItIsReplaced() async {
    await withDependencies {
      $0.defaultFileStorage = .inMemory([file: Data("{ damaged".utf8)])
      $0.todosFile = file
    } operation: {
      let store = Store(initialState: TodoList.State()) {
        TodoList().dependency(\.uuid, .incrementing)
      }
      guard case .unreadable(let reason) = store.state.problem else {
        Issue.record("There is no problem.")
        return
      }
      #expect(reason.contains("DecodingError"))
      #expect(!"\(store.state.problem ?? .unreadable(reason: ""))".contains("\n"))
      await store.send(.retryButtonTapped).finish()
      #expect(store.state.problem != nil)
      store.send(.set(\.draft, "a"))
      store.send(.addButtonTapped)
      #expect(store.state.problem == nil)
    }
  }
}
