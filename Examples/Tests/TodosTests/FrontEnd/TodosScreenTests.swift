import ComposableArchitecture
import Foundation
import TerminalKit
import Testing

@testable import Todos

@MainActor
@Suite struct TodosScreenTests {
  private func text(
    _ state: TodoList.State, focus: TerminalFocus = TerminalFocus(), columns: Int = 60,
    rows: Int = 24
  ) -> String {
    TodosScreen(
      state: state, focus: focus, address: nil, size: Screen.Size(columns: columns, rows: rows),
      usesColor: false
    )
    .lines.joined(separator: "\n")
  }

  @Test func showsTheList() {
    let state = TodoList.State.with(
      .numbered(0, "a", note: "x", secondsFocused: 3605), .numbered(1, "b", isCompleted: true))
    #expect(
      text(state) == """

          Todos

        › [ ] a (1:00:05) +note
          [x] b

          1 of 2 to do · all
          ↑↓ select   a add   space done   e edit   return open
          K J move   d delete   f filter   c clear completed
          q quit
        """)
  }

  @Test func asksInABox() {
    var state = TodoList.State.with(.numbered(0, "a"))
    state.destination = .alert(
      .deletion(of: .numbered(0, "a"), confirmed: .deletionConfirmed(UUID(0))))
    #expect(
      text(state).contains(
        """
          ┌───────────────────────────────────────────────┐
          │ Delete “a”?                                   │
          │ Its note and the time spent on it go as well. │
          │                                               │
          │ [d] Delete   [k] Keep                         │
          └───────────────────────────────────────────────┘
        """))
  }

  @Test func theSelectedRowIsAlwaysThere() {
    let state = TodoList.State()
    state.$todos.withLock {
      $0 = IdentifiedArray(uniqueElements: (0..<50).map { .numbered($0, "todo \($0)") })
    }
    let focus = TerminalFocus()
    for row in [0, 25, 49] {
      focus.selection.select(row, in: state.todos)
      let text = text(state, focus: focus, rows: 16)
      #expect(text.contains("› [ ] todo \(row)"))
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 16)
    }
  }

  @Test func theSelectionStaysWithItsTodo() {
    var todos: IdentifiedArrayOf<Todo> = [.numbered(0, "a"), .numbered(1, "b"), .numbered(2, "c")]
    let focus = TerminalFocus()
    focus.selection.select(1, in: todos)
    todos.swapAt(0, 1)
    #expect(focus.selection.selected(in: todos)?.title == "b")
    todos.remove(id: UUID(1))
    #expect(focus.selection.selected(in: todos)?.title == "c")
    #expect(focus.selection.row(in: IdentifiedArrayOf<Todo>()) == nil)
  }

  @Test func textCannotControlTheTerminal() {
    let state = TodoList.State.with(.numbered(0, "a\u{1B}[2J\nb"))
    #expect(text(state).contains("› [ ] a [2J b"))
  }
}
