import ComposableArchitecture
import TerminalKit

/// The screen of the terminal.
@MainActor
struct TodosScreen {
  let state: TodoList.State
  let focus: TerminalFocus
  /// Where the page is served, if it is.
  let address: String?
  let size: Screen.Size
  var usesColor = Style.isWanted

  var lines: [String] {
    let top = header
    let bottom = footer
    let room = max(size.rows - top.count - bottom.count - 1, 1)
    var content = content(room)
    if let prompt = state.prompt { content = prompt.lines(width: width).map { "  " + $0 } }
    return top + content.prefix(room) + bottom
  }

  private var width: Int { max(size.columns - 4, 10) }

  private func style(_ style: Style, _ text: String) -> String { style(text, if: usesColor) }

  // MARK: Frame

  private var header: [String] {
    var lines = ["", "  " + style(.bold, "Todos") + (address.map { "   " + $0 } ?? "")]
    if let problem = state.problem {
      lines += "\(problem) Press r to try again.".printable.wrapped(to: width)
        .map { style(.red, "  " + $0) }
    }
    return lines + [""]
  }

  private var footer: [String] {
    ["", "  \(state.summary)"]
      + keys.wrapped(to: width, separator: "   ").map { style(.dim, "  " + $0) }
  }

  private var keys: [String] {
    if state.prompt != nil { return ["esc keep things as they are"] }
    if state.destination?.rename != nil { return ["return save", "esc cancel"] }
    if let detail = state.destination?.detail {
      return focus.field == .note(detail.todo.id)
        ? ["return done"]
        : ["space done", "n note", "t focus timer", "d delete", "esc back"]
    }
    if focus.field == .draft { return ["return add", "esc done"] }
    var keys = [
      "↑↓ select", "a add", "space done", "e edit", "return open", "K J move", "d delete",
    ]
    keys.append("f filter")
    if state.hasCompleted { keys.append("c clear completed") }
    if !state.removals.isEmpty { keys.append("u undo") }
    return keys + ["q quit"]
  }

  // MARK: Content

  private func content(_ room: Int) -> [String] {
    if let detail = state.destination?.detail { return lines(of: detail) }
    var lines = rows(max(room - 2, 1))
    if focus.field == .draft || !state.draft.isEmpty {
      lines += ["", field("New: ", state.draft, isFocused: focus.field == .draft)]
    }
    return lines
  }

  /// As many rows as there is room for, with the selected one among them.
  private func rows(_ room: Int) -> [String] {
    let todos = state.visibleTodos
    guard let selected = focus.selection.row(in: todos) else {
      return [style(.dim, state.todos.isEmpty ? "  Nothing to do yet." : "  None of these.")]
    }
    return focus.selection.rows(of: todos, room: room).map { index in
      row(todos[index], isSelected: index == selected)
    }
  }

  private func row(_ todo: Todo, isSelected: Bool) -> String {
    let mark = isSelected ? "› " : "  "
    if let rename = state.destination?.rename, rename.todo.id == todo.id {
      return field(mark + "[ ] ", rename.title, isFocused: true, indent: "")
    }
    let text = TodosText.line(for: todo).clipped(to: width)
    if isSelected { return mark + style(.bold, text) }
    return mark + (todo.isCompleted ? style(.dim, text) : text)
  }

  private func lines(of detail: TodoDetail.State) -> [String] {
    let todo = detail.todo
    let isWriting = focus.field == .note(todo.id)
    var lines = ["  " + style(.bold, TodosText.line(for: todo).clipped(to: width)), ""]
    if detail.note.isEmpty, !isWriting {
      lines.append(style(.dim, "  No note."))
    } else {
      let note = detail.note.printable + (isWriting ? "▏" : "")
      lines += note.wrapped(to: width).map { "  " + $0 }
      if !detail.isNoteSaved { lines.append(style(.dim, "  not saved yet")) }
    }
    lines += ["", "  Worked on it for \(todo.timeFocused ?? "0:00")."]
    if detail.isFocusing { lines.append(style(.green, "  The focus timer is running.")) }
    return lines
  }

  private func field(
    _ label: String, _ text: String, isFocused: Bool, indent: String = "  "
  ) -> String {
    let room = max(width - label.count - 1, 1)
    let text = String(text.printable.suffix(room)) + (isFocused ? "▏" : "")
    return indent + label + (isFocused ? style(.bold, text) : text)
  }
}
