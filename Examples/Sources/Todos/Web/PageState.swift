import ComposableArchitecture
import PageKit
import TerminalKit

/// The contents of a page.
struct PageState: Encodable, Equatable {
  struct Row: Encodable, Equatable {
    let id: Todo.ID
    let title: String
    let isCompleted: Bool
    let hasNote: Bool
    let time: String?
  }

  struct Detail: Encodable, Equatable {
    let id: Todo.ID
    let title: String
    let isCompleted: Bool
    let note: String
    let isNoteSaved: Bool
    let isFocusing: Bool
    let time: String?
  }

  struct Rename: Encodable, Equatable {
    let id: Todo.ID
    let title: String
  }

  let activeCount: Int
  let canUndo: Bool
  let count: Int
  let draft: String
  let filter: TodoFilter
  let hasCompleted: Bool
  let problem: String?
  let todos: [Row]
  let detail: Detail?
  let rename: Rename?
  let prompt: PageQuestion?
}

extension PageState {
  init(_ state: TodoList.State) {
    activeCount = state.activeCount
    canUndo = !state.removals.isEmpty
    count = state.todos.count
    draft = state.draft
    filter = state.filter
    hasCompleted = state.hasCompleted
    problem = state.problem?.description
    todos = state.visibleTodos.map(Row.init)
    detail = state.destination?.detail.map(Detail.init)
    rename = state.destination?.rename.map { Rename(id: $0.todo.id, title: $0.title) }
    prompt = state.prompt.map { PageQuestion($0) }
  }
}

extension PageState.Row {
  fileprivate init(_ todo: Todo) {
    id = todo.id
    title = todo.title
    isCompleted = todo.isCompleted
    hasNote = !todo.note.isEmpty
    time = todo.timeFocused
  }
}

extension PageState.Detail {
  fileprivate init(_ detail: TodoDetail.State) {
    id = detail.todo.id
    title = detail.todo.title
    isCompleted = detail.todo.isCompleted
    note = detail.note
    isNoteSaved = detail.isNoteSaved
    isFocusing = detail.isFocusing
    time = detail.todo.timeFocused
  }
}
