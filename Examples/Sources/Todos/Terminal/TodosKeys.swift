import ComposableArchitecture
import TerminalKit

/// The actions of keys, by the displayed screen.
@MainActor
struct TodosKeys {
  let session: TodosSession
  let focus: TerminalFocus

  private var store: StoreOf<TodoList> { session.store }

  /// - Returns: Whether to go on.
  func press(_ key: Key) -> Bool {
    if key == .endOfInput { return false }
    if let prompt = store.state.prompt {
      if let button = prompt.button(for: key) { session.send(button.action) }
    } else if let rename = store.destination?.rename {
      edit(rename, key)
    } else if let detail = store.destination?.detail {
      if focus.field == .note(detail.todo.id) { edit(detail, key) } else { press(key, in: detail) }
    } else if focus.field == .draft {
      editDraft(key)
    } else {
      return pressInList(key)
    }
    return true
  }

  private func pressInList(_ key: Key) -> Bool {
    let todos = store.state.visibleTodos
    switch key {
    case .character("k"): focus.selection.move(by: -1, in: todos)
    case .character("j"): focus.selection.move(by: 1, in: todos)
    case .character("a"): focus.field = .draft
    case .character("c"): session.send(.clearCompletedButtonTapped)
    case .character("f"): session.send(.set(\.filter, store.filter.next))
    case .character("u"): session.send(.undoButtonTapped)
    case .character("r") where store.state.problem != nil: session.send(.retryButtonTapped)
    case .character("q"): return false
    default:
      if focus.selection.move(with: key, in: todos) { break }
      if let todo = focus.selection.selected(in: todos) { press(key, on: todo, in: todos) }
    }
    return true
  }

  private func press(_ key: Key, on todo: Todo, in todos: IdentifiedArrayOf<Todo>) {
    let action: TodoList.Action
    switch key {
    case .character(" "): action = .toggleButtonTapped(todo.id)
    case .character("d"), .delete: action = .deleteButtonTapped(todo.id)
    case .character("e"): action = .renameButtonTapped(todo.id)
    case .character("J"): action = .moveDownButtonTapped(todo.id)
    case .character("K"): action = .moveUpButtonTapped(todo.id)
    case .return, .right: action = .openButtonTapped(todo.id)
    default: return
    }
    // The selection stays with the todo, wherever that goes.
    focus.selection.move(by: 0, in: todos)
    session.send(action)
  }

  private func press(_ key: Key, in detail: TodoDetail.State) {
    switch key {
    case .character(" "): session.send(.toggleButtonTapped(detail.todo.id))
    case .character("d"), .delete: send(.deleteButtonTapped)
    case .character("n"): focus.field = .note(detail.todo.id)
    case .character("t"): send(.focusButtonTapped)
    case .escape, .left, .character("q"): send(.closeButtonTapped)
    default: break
    }
  }

  private func editDraft(_ key: Key) {
    switch key {
    case .escape: focus.field = nil
    case .return where store.draft.trimmed.isEmpty: focus.field = nil
    case .return: session.send(.addButtonTapped)
    default:
      if let text = store.draft.edited(by: key) { session.send(.set(\.draft, text)) }
    }
  }

  private func edit(_ rename: RenameTodo.State, _ key: Key) {
    let action: RenameTodo.Action
    switch key {
    case .escape: action = .cancelButtonTapped
    case .return: action = .saveButtonTapped
    default:
      guard let title = rename.title.edited(by: key) else { return }
      action = .set(\.title, title)
    }
    session.send(.destination(.presented(.rename(action))))
  }

  private func edit(_ detail: TodoDetail.State, _ key: Key) {
    switch key {
    case .escape, .return: focus.field = nil
    default:
      if let note = detail.note.edited(by: key) { send(.set(\.note, note)) }
    }
  }

  private func send(_ action: TodoDetail.Action) {
    session.send(.destination(.presented(.detail(action))))
  }
}

extension TodoFilter {
  /// The filter after this one, and the first after the last.
  var next: Self {
    let all = Self.allCases
    return all.drop { $0 != self }.dropFirst().first ?? all[0]
  }
}
