import ComposableCore
import Foundation

/// A shopping list, and which part of it is shown.
struct AppState: Equatable {
  var todos: [Todo] = []
  var filter = Filter.all
}

/// The actions of the list as a whole, and of its parts.
enum AppAction: Equatable {
  case addButtonTapped(description: String)
  case completedTodosSank
  case filter(FilterAction)
  case todo(index: Int, action: TodoAction)
  case todoCheckboxTapped(index: Int)
}

/// The dependencies of the list.
struct AppEnvironment {
  var uuid: () -> UUID
}

let appReducer = Reducer<AppState, AppAction, AppEnvironment>.combine(
  todoReducer.forEach(
    state: \.todos,
    action: /AppAction.todo(index:action:),
    environment: { _ in TodoEnvironment() }
  ),
  filterReducer.pullback(
    state: \.filter,
    action: /AppAction.filter,
    environment: { _ in }
  ),
  Reducer { state, action, environment in
    switch action {
    case .addButtonTapped(let description):
      state.todos.insert(Todo(description: description, id: environment.uuid()), at: 0)
      return .none

    case .completedTodosSank:
      state.todos = state.todos.filter { !$0.isComplete } + state.todos.filter(\.isComplete)
      return .none

    case .filter, .todo:
      return .none

    case .todoCheckboxTapped(let index):
      state.todos[index].isComplete.toggle()
      // The mark is seen where it was made, before the list is in order again.
      return Effect(value: .completedTodosSank)
    }
  }
)
