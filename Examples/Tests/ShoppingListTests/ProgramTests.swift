import ExampleTestSupport
import Foundation
import Testing

private let program = ExampleProgram("ShoppingList")

@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
  @Test func printsActionsWithWhatTheyChange() async throws {
    let outcome = try await program.run(input: "check 1\nwait\n")
    #expect(outcome.lines.first == "all | 1 [ ] Milk | 2 [ ] Eggs | 3 [x] Hand Soap")
    #expect(outcome.lines.contains("all | 1 [x] Milk | 2 [ ] Eggs | 3 [x] Hand Soap"))
    #expect(outcome.lines.last == "all | 1 [ ] Eggs | 2 [x] Milk | 3 [x] Hand Soap")
    #expect(
      outcome.output.contains(
        """
        received action:
          AppAction.todoCheckboxTapped(index: 0)
          AppState(
            todos: [
              [0]: Todo(
        -       isComplete: false,
        +       isComplete: true,
                description: "Milk",
        """))
    #expect(outcome.output.contains("  AppAction.completedTodosSank\n"))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func editsAddsAndFilters() async throws {
    let outcome = try await program.run(
      input: "edit 2 Free range eggs\nadd Bread\nrepeat 2 filter\n")
    #expect(
      outcome.lines.contains(
        "all | 1 [ ] Bread | 2 [ ] Milk | 3 [ ] Free range eggs | 4 [x] Hand Soap"))
    #expect(outcome.lines.last == "completed | 4 [x] Hand Soap")
    #expect(outcome.status == 0)
  }

  @Test func saysWhatIsWrongWithACommand() async throws {
    let outcome = try await program.run(input: "check\nedit 1\ncheck 4\ncheck 0\nedit 9 Figs\n")
    #expect(outcome.lines == ["all | 1 [ ] Milk | 2 [ ] Eggs | 3 [x] Hand Soap"])
    #expect(
      outcome.errors == """
        ShoppingList: line 1: 'check' lacks its number; write it like 'check 1'
        ShoppingList: line 2: 'edit 1' lacks its number and text; write it like 'edit 1 Oat milk'
        ShoppingList: line 3: there is no 4; the list has 3
        ShoppingList: line 4: there is no 0; the list has 3
        ShoppingList: line 5: there is no 9; the list has 3

        """)
    #expect(outcome.status == 65)
  }

  @Test func keysAskForWhatTheyNeed() async throws {
    let terminal = try PseudoTerminal(program, rows: 40)
    try terminal.start(environment: ["NO_COLOR": "1"])
    try await terminal.expect("a add   c check   e edit   f filter   q quit")
    terminal.type("a")
    try await terminal.expect("add <text>: _")
    terminal.type("Breax\u{7F}d")
    try await terminal.expect("add <text>: Bread_")
    terminal.type("\r")
    try await terminal.expect("  1 [ ] Bread\u{1B}[K")
    terminal.type("c9\r")
    try await terminal.expect("there is no 9; the list has 4")
    terminal.type("\u{7F}2\r")
    try await terminal.expect("  2 [x] Milk\u{1B}[K")
    try await terminal.expect("  3 [x] Milk\u{1B}[K")
    terminal.type("eq\u{1B}")
    try await terminal.expect("edit <number> <text>: q_")
    try await terminal.expect("q quit")
    terminal.type("q")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }
}
