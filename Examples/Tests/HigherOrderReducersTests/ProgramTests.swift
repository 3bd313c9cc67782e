import ExampleTestSupport
import Foundation
import Testing

private let program = ExampleProgram("HigherOrderReducers")

@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
  @Test func logsEachActionBeforeItsState() async throws {
    let outcome = try await program.run(input: "+\nfact\nwait\ndismiss\n")
    let own = outcome.lines.filter { !$0.hasPrefix("State :") && !$0.hasPrefix("Action :") }
    #expect(
      own == [
        "Numbers: 0", "Numbers: 1",
        "Numbers: 1 | alert: 1 is odd, the square of 1 and divides every number.", "Numbers: 1",
      ])
    #expect(outcome.lines.dropFirst().first?.hasPrefix("State : AppState(settings: ") == true)
    #expect(
      outcome.lines.dropFirst(2).first == """
        Action : feature(HigherOrderReducers.Feature.Action.incrementButtonTapped)
        """)
    #expect(outcome.status == 0)
  }

  @Test func showsThatThereIsNoFact() async throws {
    let outcome = try await program.run(["--fail-multiples-of", "1"], input: "fact")
    #expect(outcome.lines.last == "Numbers: 0 | alert: Could not load a number fact :(")
    #expect(outcome.status == 0)
  }

  @Test func keepsItsSettings() async throws {
    try await withScratchDirectory { directory in
      let file = directory.appendingPathComponent("settings.json")
      let first = try await program.run(["--settings", file.path], input: "title Primes\ncolor\n")
      #expect(first.lines.last == "Primes: 0 | no colors")
      let second = try await program.run(["--settings", file.path], input: "")
      #expect(second.lines == ["Primes: 0 | no colors"])

      try Data("{".utf8).write(to: file)
      let third = try await program.run(["--settings", file.path], input: "")
      #expect(third.errors.contains("\(file.path) has no settings: "))
      #expect(third.status == 1)
    }
  }

  @Test func saysWhenTheSettingsCannotBeWritten() async throws {
    let outcome = try await program.run(
      ["--settings", "/nowhere/settings.json"], input: "color\nwait\n")
    #expect(
      outcome.errors.contains("The settings could not be written to /nowhere/settings.json: "))
    #expect(outcome.lines.last == "Numbers: 0 | no colors")
    #expect(outcome.status == 0)
  }

  @Test func theTitleIsTypedOnATerminal() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start()
    try await terminal.expect("\u{1B}[32mNumbers")
    terminal.type("tPrimes\r")
    try await terminal.expect("\u{1B}[32mPrimes")
    terminal.type("c")
    try await terminal.expect("  Primes\u{1B}[K")
    terminal.type("q")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }
}
