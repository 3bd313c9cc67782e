import ExampleTestSupport
import Foundation
import Testing

@Suite(.serialized, .timeLimit(.minutes(1)))
struct TerminalFrontEndTests {
  private func withTerminal(
    _ body: (_ terminal: PseudoTerminal, _ file: URL) async throws -> Void
  ) async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("todos.json")
      let terminal = try PseudoTerminal(todosProgram)
      try terminal.start(["--file", file.path], environment: ["NO_COLOR": "1"])
      try await terminal.expect("Nothing to do yet.")
      try await body(terminal, file)
    }
  }

  private func quit(_ terminal: PseudoTerminal) async throws {
    terminal.type("q")
    try await terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
    #expect(try await terminal.ended() == .clean)
  }

  @Test func keysAreCommands() async throws {
    try await withTerminal { terminal, file in
      terminal.type("aBuy milq\u{7F}k")
      try await terminal.expect("New: Buy milk▏")
      terminal.type("\rShip it\r\r")
      try await terminal.expect("2 of 2 to do · all\u{1B}[K\r\n  ↑↓ select")
      terminal.type("j ")
      try await terminal.expect("› [x] Ship it")
      terminal.type("K")
      try await terminal.expect("› [x] Ship it\u{1B}[K\r\n  [ ] Buy milk")
      terminal.type("f")
      try await terminal.expect("1 of 2 to do · active")
      terminal.type("e\u{15}Buy bread\r")
      try await terminal.expect("› [ ] Buy bread")
      terminal.type("d")
      try await terminal.expect("Delete “Buy bread”?")
      terminal.type("k")
      try await terminal.expect("› [ ] Buy bread")
      terminal.type("dd")
      try await terminal.expect("None of these.")
      terminal.type("u")
      try await terminal.expect("› [ ] Buy bread")
      try await quit(terminal)
      #expect(try String(contentsOf: file, encoding: .utf8).contains("Buy bread"))
    }
  }

  @Test func theDetailHasANoteAndATimer() async throws {
    try await withTerminal { terminal, file in
      terminal.type("aShip it\r\r")
      try await terminal.expect("› [ ] Ship it")
      terminal.type("\r")
      try await terminal.expect("No note.")
      terminal.type("nIt sails\r")
      try await terminal.expect("not saved yet")
      try await terminal.expect("[ ] Ship it +note")
      terminal.type("t")
      try await terminal.expect("The focus timer is running.")
      try await terminal.expect("Worked on it for 0:01.")
      terminal.type("t")
      terminal.type("\u{1B}")
      try await terminal.expect("return open")
      try await quit(terminal)
      #expect(try String(contentsOf: file, encoding: .utf8).contains("It sails"))
    }
  }

  @Test func aSignalDoesNotLoseANote() async throws {
    try await withTerminal { terminal, file in
      terminal.type("aShip it\r\r")
      try await terminal.expect("› [ ] Ship it")
      terminal.type("\rnIt sails")
      try await terminal.expect("It sails▏")
      kill(terminal.process.processIdentifier, SIGTERM)
      try await terminal.waitForEnd()
      #expect(terminal.process.terminationReason == .uncaughtSignal)
      #expect(terminal.isCooked)
      #expect(try String(contentsOf: file, encoding: .utf8).contains("It sails"))
    }
  }
}
