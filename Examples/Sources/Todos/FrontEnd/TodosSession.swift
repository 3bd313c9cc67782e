import ComposableArchitecture
import TerminalKit

/// Sends the actions of a front end to the store, and keeps their tasks.
@MainActor
final class TodosSession {
  let store: StoreOf<TodoList>
  private let tasks = TasksInFlight()
  /// Whether there are or were todos to save.
  private var hasHadTodos: Bool

  init(store: StoreOf<TodoList>) {
    self.store = store
    hasHadTodos = !store.todos.isEmpty
  }

  @discardableResult
  func send(_ action: TodoList.Action) -> StoreTask {
    let task = store.send(action)
    if !store.todos.isEmpty { hasHadTodos = true }
    // The timer ends when it is stopped, or when the todo is closed.
    if case .destination(.presented(.detail(.focusButtonTapped))) = action { return task }
    tasks.insert(task)
    return task
  }

  /// Performs a command of the user completely, or not at all.
  @discardableResult
  func perform(_ command: UserCommand) throws(CommandRefusal) -> [StoreTask] {
    try command.actions(in: store.state).map { send($0) }
  }

  /// Waits until the requested work is done. The focus timer may continue.
  func settle() async {
    await tasks.finish()
  }

  /// Closes open screens, and returns once no task runs any more and the todos are in their file.
  ///
  /// - Returns: Why they are not.
  func end() async -> FileProblem? {
    if store.destination != nil { send(.destination(.dismiss)) }
    await settle()
    // No file is made for nothing, and one that can't be read is left alone until there is
    // something.
    if hasHadTodos { try? await store.state.$todos.save() }
    return store.state.problem
  }
}
