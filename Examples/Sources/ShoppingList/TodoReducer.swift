import ComposableCore
import Foundation

/// Something to buy.
struct Todo: Equatable, Identifiable {
  var isComplete = false
  var description = ""
  let id: UUID
}

/// What happens to one of the things to buy, wherever it is in the list.
enum TodoAction: Equatable {
  case descriptionChanged(String)
}

/// What one of the things to buy depends on.
struct TodoEnvironment {}

let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment> { state, action, _ in
  switch action {
  case .descriptionChanged(let description):
    state.description = description
    return .none
  }
}
