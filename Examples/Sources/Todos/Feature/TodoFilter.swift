/// The filter of the displayed todos.
enum TodoFilter: String, CaseIterable, Codable, Sendable {
  case all
  case active
  case completed

  func includes(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .active: !todo.isCompleted
    case .completed: todo.isCompleted
    }
  }
}
