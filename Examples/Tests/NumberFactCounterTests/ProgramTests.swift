import ExampleTestSupport
import Foundation
import NumberFacts
import Testing

private let program = ExampleProgram("NumberFactCounter")

@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
  @Test func writesEachStateAsALine() async throws {
    let outcome = try await program.run(input: "repeat 2 +\n-\nfact\nwait\ndismiss\n")
    #expect(
      outcome.lines == [
        "0", "1", "2", "1",
        "1 | alert: 1 is odd, the square of 1 and divides every number.",
        "1",
      ])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func asksTheServiceItIsGiven() async throws {
    let service = try await FactService.start(FactHandler(failingMultiples: 2))
    let outcome = try await program.run(
      ["--facts", service.address.absoluteString], input: "+\nfact\nwait\n+\nfact\n")
    #expect(
      outcome.lines.contains("1 | alert: 1 is odd, the square of 1 and divides every number."))
    #expect(outcome.lines.last == "2 | alert: Could not load a number fact :(")
    #expect(outcome.status == 0)
    await service.stop()
  }

  @Test func printsWhatItsActionsChange() async throws {
    let outcome = try await program.run(["--debug"], input: "+")
    #expect(
      outcome.output == """
        0
        received action:
          AppAction.incrementButtonTapped
          AppState(
        -   count: 0,
        +   count: 1,
            numberFactAlert: nil
          )

        1

        """)
  }

  @Test func aKeyDismissesTheAlert() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start(environment: ["NO_COLOR": "1"])
    terminal.type("+++")
    try await terminal.expect("  3\u{1B}[K")
    terminal.type("f")
    try await terminal.expect("| 3 is odd and a prime: only 1 and itself divide it. |")
    terminal.type("\r")
    try await terminal.expect("  3\u{1B}[K\r\n\u{1B}[K\r\n  + add")
    terminal.type("q")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }

  /// Printed text neither stays on the terminal nor disturbs the screen.
  @Test func whatIsPrintedAppearsBelowTheView() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start(["--debug"], environment: ["NO_COLOR": "1"])
    terminal.type("+")
    try await terminal.expect("q quit\u{1B}[K\r\n\u{1B}[K\r\nreceived action:")
    try await terminal.expect("+   count: 1,")
    terminal.type("q")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }
}
