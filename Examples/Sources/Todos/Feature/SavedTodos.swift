import ComposableArchitecture
import Foundation

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Todo>>.Default {
  /// The todos, kept in a file.
  static var todos: Self {
    @Dependency(\.todosFile) var file
    return Self[.fileStorage(file), default: []]
  }
}

extension DependencyValues {
  /// The file that keeps the todos.
  @DependencyEntry(
    liveValue: URL.applicationSupportDirectory.appendingPathComponent("todos/todos.json"))
  var todosFile: URL = URL(fileURLWithPath: "/todos.json")
}
