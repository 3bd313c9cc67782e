import ComposableArchitecture
import Foundation

@testable import Todos

extension Todo {
  /// A todo with an id that tests can name.
  static func numbered(
    _ number: Int, _ title: String, note: String = "", isCompleted: Bool = false,
    secondsFocused: Int = 0
  ) -> Self {
    Self(
      id: UUID(number), title: title, note: note, isCompleted: isCompleted,
      secondsFocused: secondsFocused)
  }
}

extension TodoList.State {
  /// A list with these todos, as if they had been read from the file.
  static func with(_ todos: Todo...) -> Self {
    let state = Self()
    state.$todos.withLock { $0 = IdentifiedArray(uniqueElements: todos) }
    return state
  }
}

extension Todo.ID {
  static func numbered(_ number: Int) -> Self { UUID(number) }
}
