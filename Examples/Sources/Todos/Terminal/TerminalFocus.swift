import ComposableArchitecture

/// Where the user of the terminal is: what concerns this front end alone, and is no part of the
/// store.
@MainActor
@Observable
final class TerminalFocus {
  /// What the user writes.
  enum Field: Equatable {
    case draft
    case note(Todo.ID)
  }

  var field: Field?
  private var selection: Todo.ID?
  private var row = 0

  /// The row that is selected, which follows its todo; where that is gone, another takes its place.
  func selectedRow(in todos: IdentifiedArrayOf<Todo>) -> Int? {
    guard !todos.isEmpty else { return nil }
    return selection.flatMap { todos.index(id: $0) } ?? min(row, todos.count - 1)
  }

  func selected(in todos: IdentifiedArrayOf<Todo>) -> Todo? {
    selectedRow(in: todos).map { todos[$0] }
  }

  func select(_ row: Int, in todos: IdentifiedArrayOf<Todo>) {
    guard !todos.isEmpty else { return }
    self.row = min(max(row, 0), todos.count - 1)
    selection = todos[self.row].id
  }

  func moveSelection(by offset: Int, in todos: IdentifiedArrayOf<Todo>) {
    guard let row = selectedRow(in: todos) else { return }
    select(row + offset, in: todos)
  }
}
