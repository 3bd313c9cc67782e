import ComposableArchitecture
import TerminalKit

/// A command of a user in words, in a line of standard input or in a request of the page.
enum UserCommand: Equatable, Sendable {
  case add(String?)
  case cancel
  case choose(Int)
  case clear
  case close
  case delete(Todo.ID?)
  case down(Todo.ID)
  case draft(String)
  case filter(TodoFilter)
  case focus
  case note(String)
  case open(Todo.ID)
  case rename(Todo.ID)
  case retry
  case save
  case title(String)
  case toggle(Todo.ID)
  case undo
  case up(Todo.ID)
}

extension UserCommand {
  /// The actions that do it.
  func actions(in state: TodoList.State) throws(CommandRefusal) -> [TodoList.Action] {
    switch self {
    case .add(let title):
      (title.map { [.set(\.draft, $0)] } ?? []) + [.addButtonTapped]
    case .cancel:
      [.destination(.presented(.rename(try state.ifRenaming(.cancelButtonTapped))))]
    case .choose(let number):
      [try state.button(number)]
    case .clear:
      [.clearCompletedButtonTapped]
    case .close:
      [try state.detail(.closeButtonTapped)]
    case .delete(let id?):
      [.deleteButtonTapped(try state.existing(id))]
    case .delete(nil):
      [try state.detail(.deleteButtonTapped)]
    case .down(let id):
      [.moveDownButtonTapped(try state.existing(id))]
    case .draft(let text):
      [.set(\.draft, text)]
    case .filter(let filter):
      [.set(\.filter, filter)]
    case .focus:
      [try state.detail(.focusButtonTapped)]
    case .note(let text):
      [try state.detail(.set(\.note, text))]
    case .open(let id):
      [.openButtonTapped(try state.existing(id))]
    case .rename(let id):
      [.renameButtonTapped(try state.existing(id))]
    case .retry:
      [.retryButtonTapped]
    case .save:
      [.destination(.presented(.rename(try state.ifRenaming(.saveButtonTapped))))]
    case .title(let text):
      [.destination(.presented(.rename(try state.ifRenaming(.set(\.title, text)))))]
    case .toggle(let id):
      [.toggleButtonTapped(try state.existing(id))]
    case .undo:
      [.undoButtonTapped]
    case .up(let id):
      [.moveUpButtonTapped(try state.existing(id))]
    }
  }
}

extension UserCommand {
  /// Whether the command starts lasting work.
  var takesTime: Bool {
    switch self {
    case .focus, .note: true
    default: false
    }
  }
}

extension TodoList.State {
  fileprivate func existing(_ id: Todo.ID) throws(CommandRefusal) -> Todo.ID {
    guard todos[id: id] != nil else { throw .noSuchTodo("\(id)") }
    return id
  }

  fileprivate func detail(
    _ action: TodoDetail.Action
  ) throws(CommandRefusal) -> TodoList.Action {
    guard destination?.detail != nil else { throw .nothingOpen }
    return .destination(.presented(.detail(action)))
  }

  fileprivate func ifRenaming(
    _ action: RenameTodo.Action
  ) throws(CommandRefusal) -> RenameTodo.Action {
    guard destination?.rename != nil else { throw .notRenaming }
    return action
  }

  fileprivate func button(_ number: Int) throws(CommandRefusal) -> TodoList.Action {
    guard let prompt else { throw .nothingAsked }
    guard let button = prompt.button(number) else {
      throw .noSuchButton(number, count: prompt.buttons.count)
    }
    return button.action
  }
}
