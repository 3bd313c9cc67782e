import ComposableArchitecture
import ExampleTestSupport
import Foundation
import Testing

@testable import Todos

@Suite(.timeLimit(.minutes(1)))
struct LineFrontEndTests {
  private func run(
    _ commands: String, file: URL, arguments: [String] = []
  ) async throws -> ExampleProgram.Outcome {
    try await todosProgram.run(["--file", file.path] + arguments, input: commands)
  }

  @Test func writesWhatThereIsAfterEachCommand() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("a/todos.json")
      let outcome = try await run(
        """
        # Two things.
        add Buy milk
        add Water the plants

        toggle 1
        filter active
        """, file: file)
      #expect(
        outcome.output == """
          0 of 0 to do · all

          1 [ ] Buy milk
          1 of 1 to do · all

          1 [ ] Buy milk
          2 [ ] Water the plants
          2 of 2 to do · all

          1 [x] Buy milk
          2 [ ] Water the plants
          1 of 2 to do · all

          1 [ ] Water the plants
          1 of 2 to do · active


          """)
      #expect(outcome.errors == "")
      #expect(outcome.status == 0)

      let next = try await run("quit\nadd too late", file: file)
      #expect(next.lines == ["1 [x] Buy milk", "2 [ ] Water the plants", "1 of 2 to do · all"])
    }
  }

  @Test func questionsAreAnsweredByNumber() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("todos.json")
      let outcome = try await run(
        "add a\ndelete 1\nchoose 2\nopen 1\ndelete\nchoose 1\nundo", file: file)
      #expect(outcome.lines.contains("? Delete “a”?"))
      #expect(outcome.lines.contains("  choose 1: Delete"))
      #expect(outcome.lines.suffix(3) == ["0 of 0 to do · all", "1 [ ] a", "1 of 1 to do · all"])
    }
  }

  @Test func notesAreKept() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("todos.json")
      let outcome = try await run("add a\nopen 1\nnote b c\nwait\nclose", file: file)
      #expect(outcome.lines.contains("note: b c (not saved yet)"))
      #expect(outcome.lines.contains("note: b c"))
      #expect(outcome.lines.suffix(2) == ["1 [ ] a +note", "1 of 1 to do · all"])
      // Changes that are not saved yet are saved at the end.
      _ = try await run("open 1\nnote d", file: file)
      #expect(try String(contentsOf: file, encoding: .utf8).contains(#""note":"d""#))
    }
  }

  @Test func goesOnAfterALineThatIsNoCommand() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("todos.json")
      let outcome = try await run(
        "jump\nadd\ntoggle one\ntoggle 1\nnote x\nchoose 1\nadd a", file: file)
      #expect(
        outcome.errors == """
          Todos: line 1: unknown command 'jump'; commands are \(LineCommand.words)
          Todos: line 2: 'add' is incomplete; write it like 'add Water the plants'
          Todos: line 3: 'toggle one' is incomplete; write it like 'toggle 1'
          Todos: line 4: there is no todo 1
          Todos: line 5: no todo is open; open one first
          Todos: line 6: no question is being asked

          """)
      #expect(outcome.lines.last == "1 of 1 to do · all")
      #expect(outcome.status == 65)
    }
  }

  @Test func aDamagedFileIsShownAndKept() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("todos.json")
      try Data("{ damaged".utf8).write(to: file)
      let looking = try await run("", file: file)
      #expect(looking.lines.first?.hasPrefix("! The saved todos can't be read.") == true)
      #expect(looking.status == 74)
      #expect(try String(contentsOf: file, encoding: .utf8) == "{ damaged")

      let changing = try await run("add a", file: file)
      #expect(changing.status == 0)
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(files.contains { $0.hasPrefix("todos.json.damaged-") })
    }
  }

  @Test func aFileThatCannotBeWrittenIsShown() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("file")
      try Data().write(to: file)
      let outcome = try await run("add a\nretry\nwait", file: file.appendingPathComponent("x"))
      let problem = "The todos can't be saved. To create the directory '\(file.path)' failed"
      #expect(outcome.lines.contains { $0.hasPrefix("! " + problem) })
      #expect(outcome.errors.contains("Todos: " + problem))
      #expect(outcome.status == 74)
    }
  }

  @Test func nothingIsWrittenForNothing() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("todos.json")
      let outcome = try await run("filter active", file: file)
      #expect(outcome.status == 0)
      let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
      #expect(size == 0)
    }
  }
}
