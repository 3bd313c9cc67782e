import ComposableCore
import Foundation

/// An item to buy.
struct Todo: Equatable, Identifiable {
  var isComplete = false
  var description = ""
  let id: UUID
}

/// The actions of one item, wherever it is in the list.
enum TodoAction: Equatable {
  case descriptionChanged(String)
}

/// The dependencies of one item.
struct TodoEnvironment {}

let todoReducer = Reducer<Todo, TodoAction, TodoEnvironment> { state, action, _ in
  switch action {
  case .descriptionChanged(let description):
    state.description = description
    return .none
  }
}
