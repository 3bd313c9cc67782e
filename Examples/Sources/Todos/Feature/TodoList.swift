import ComposableArchitecture

/// A list of things to do, kept in a file.
@Reducer
struct TodoList {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case detail(TodoDetail)
    case rename(RenameTodo)

    @CasePathable
    enum Alert: Equatable { case deletionConfirmed(Todo.ID) }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    /// The title of the next todo, as it is being written.
    var draft = ""
    var filter = TodoFilter.all
    /// The latest removals.
    var removals: [Removal] = []
    @Shared(.todos) var todos
  }

  enum Action: BindableAction {
    case addButtonTapped
    case binding(BindingAction<State>)
    case clearCompletedButtonTapped
    case deleteButtonTapped(Todo.ID)
    case destination(PresentationAction<Destination.Action>)
    case moveDownButtonTapped(Todo.ID)
    case moveUpButtonTapped(Todo.ID)
    case openButtonTapped(Todo.ID)
    case renameButtonTapped(Todo.ID)
    case retryButtonTapped
    case toggleButtonTapped(Todo.ID)
    case undoButtonTapped
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let title = state.draft.trimmed
        guard !title.isEmpty else { return .none }
        let todo = Todo(id: uuid(), title: title)
        state.$todos.withLock { _ = $0.append(todo) }
        state.draft = ""
        return .none

      case .binding:
        return .none

      case .clearCompletedButtonTapped:
        state.remove(where: \.isCompleted)
        return .none

      case .deleteButtonTapped(let id):
        guard let todo = state.todos[id: id] else { return .none }
        state.present(.alert(.deletion(of: todo, confirmed: .deletionConfirmed(id))))
        return .none

      case .destination(.dismiss):
        state.destination?.detail?.saveNote()
        return .none

      case .destination(.presented(.alert(.deletionConfirmed(let id)))):
        state.remove { $0.id == id }
        return .none

      case .destination(.presented(.detail(.delegate(.deletionConfirmed)))):
        guard let todo = state.destination?.detail?.todo else { return .none }
        state.remove { $0.id == todo.id }
        return .none

      case .destination:
        return .none

      case .moveDownButtonTapped(let id):
        state.move(id, by: 1)
        return .none

      case .moveUpButtonTapped(let id):
        state.move(id, by: -1)
        return .none

      case .openButtonTapped(let id):
        guard let todo = Shared(state.$todos[id: id]) else { return .none }
        state.present(.detail(TodoDetail.State(todo: todo)))
        return .none

      case .renameButtonTapped(let id):
        guard let todo = Shared(state.$todos[id: id]) else { return .none }
        state.present(.rename(RenameTodo.State(todo: todo)))
        return .none

      case .retryButtonTapped:
        return .run { [todos = state.$todos] _ in
          if todos.loadError == nil { try await todos.save() } else { try await todos.load() }
        } catch: { _, _ in
          // The shared value knows why, and so does `problem`.
        }

      case .toggleButtonTapped(let id):
        state.$todos.withLock { $0[id: id]?.isCompleted.toggle() }
        return .none

      case .undoButtonTapped:
        state.$todos.withLock { [removals = state.removals] in $0.restore(removals) }
        state.removals = []
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension TodoList.Destination.State: Equatable {}

extension TodoList.State {
  /// The todos that the filter lets through.
  var visibleTodos: IdentifiedArrayOf<Todo> { todos.filter(filter.includes) }

  /// The number of open todos.
  var activeCount: Int { todos.count { !$0.isCompleted } }

  var hasCompleted: Bool { todos.contains(where: \.isCompleted) }

  /// The problem with the file, if any.
  var problem: FileProblem? {
    if let error = $todos.loadError { return .unreadable(reason: "\(error)") }
    if let error = $todos.saveError { return .unwritable(reason: "\(error)") }
    return nil
  }

  /// Presents a destination, in place of the present one.
  fileprivate mutating func present(_ new: TodoList.Destination.State) {
    destination?.detail?.saveNote()
    destination = new
  }

  /// Removes todos, and closes their open screens.
  fileprivate mutating func remove(where isUnwanted: (Todo) -> Bool) {
    let removals = $todos.withLock { $0.remove(where: isUnwanted) }
    guard !removals.isEmpty else { return }
    self.removals = removals
    guard let id = destination?.todoID, todos[id: id] == nil else { return }
    destination = nil
  }

  /// Exchanges a todo with a visible neighbour.
  fileprivate mutating func move(_ id: Todo.ID, by offset: Int) {
    let visible = visibleTodos.ids
    guard let index = visible.firstIndex(of: id), visible.indices.contains(index + offset),
      let source = todos.index(id: id), let target = todos.index(id: visible[index + offset])
    else { return }
    $todos.withLock { $0.move(fromOffsets: [source], toOffset: target + max(offset, 0)) }
  }
}

extension TodoList.Destination.State {
  /// The todo that this is about.
  fileprivate var todoID: Todo.ID? {
    switch self {
    case .alert: nil
    case .detail(let detail): detail.todo.id
    case .rename(let rename): rename.todo.id
    }
  }
}
