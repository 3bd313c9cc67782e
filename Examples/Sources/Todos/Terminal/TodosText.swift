import ComposableArchitecture
import TerminalKit

/// The state as lines of plain text.
enum TodosText {
  static func lines(for state: TodoList.State) -> [String] {
    var lines: [String] = []
    if let problem = state.problem { lines.append("! \(problem)".printable) }
    if let detail = state.destination?.detail {
      lines += detailLines(detail)
    } else {
      lines += state.visibleTodos.enumerated().map { "\($0 + 1) \(line(for: $1))" }
    }
    if let prompt = state.prompt {
      lines.append("? \(prompt.title)".printable)
      lines += prompt.buttons.enumerated().map { "  choose \($0 + 1): \($1.label)".printable }
    }
    return lines + [state.summary]
  }

  static func line(for todo: Todo) -> String {
    var parts = [todo.isCompleted ? "[x]" : "[ ]", todo.title.printable]
    if let time = todo.timeFocused { parts.append("(\(time))") }
    if !todo.note.isEmpty { parts.append("+note") }
    return parts.joined(separator: " ")
  }

  private static func detailLines(_ detail: TodoDetail.State) -> [String] {
    var lines = ["open: \(line(for: detail.todo))"]
    if !detail.note.isEmpty {
      lines.append("note: \(detail.note)\(detail.isNoteSaved ? "" : " (not saved yet)")".printable)
    }
    if detail.isFocusing { lines.append("the focus timer is running") }
    return lines
  }
}
