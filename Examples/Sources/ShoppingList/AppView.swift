import ComposableCore
import TerminalKit

/// The list, each item with its number, and the commands for items.
struct AppView: TerminalView {
  let store: Store<AppState, AppAction>

  nonisolated static let commands: [Command<AppAction>] = [
    Command(
      "add", keys: ["a"], label: "add", help: "add something to the list",
      parameter: .init("text", example: "Bread")
    ) { $0.isEmpty ? nil : .addButtonTapped(description: $0) },
    Command(
      "check", keys: ["c"], label: "check", help: "mark something as bought, or as not",
      parameter: .init("number", example: "1")
    ) { Int($0).map { .todoCheckboxTapped(index: $0 &- 1) } },
    Command(
      "edit", keys: ["e"], label: "edit", help: "call something by another name",
      parameter: .init("number", "text", example: "1 Oat milk")
    ) { argument in
      let words = argument.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let number = Int(words[0]) else { return nil }
      return .todo(index: number &- 1, action: .descriptionChanged(String(words[1])))
    },
    Command(
      "filter", keys: ["f"], label: "filter", help: "show all, what is left, or what was bought",
      sends: .filter(.nextButtonTapped)),
  ]

  func lines(width: Int, usesColor: Bool) -> [String] {
    [Style.bold("Shopping list: \(store.filter.rawValue)", if: usesColor), ""]
      + numberedTodos.flatMap { number, todo in
        let style = todo.isComplete ? Style.struckOut : nil
        return "\(number) \(todo.mark) \(todo.description.printable)".wrapped(to: width)
          .map { style?($0, if: usesColor) ?? $0 }
      }
  }

  var summary: String {
    ([store.filter.rawValue]
      + numberedTodos.map { "\($0) \($1.mark) \($1.description.printable)" })
      .joined(separator: " | ")
  }

  func problem(with action: AppAction) -> String? {
    switch action {
    case .todo(let index, _), .todoCheckboxTapped(let index):
      guard !store.todos.indices.contains(index) else { return nil }
      return "there is no \(index &+ 1); the list has \(store.todos.count)"
    default:
      return nil
    }
  }

  private var numberedTodos: [(Int, Todo)] {
    zip(1..., store.todos).filter { store.filter.shows($1) }
  }
}

extension Todo {
  fileprivate var mark: String { isComplete ? "[x]" : "[ ]" }
}
