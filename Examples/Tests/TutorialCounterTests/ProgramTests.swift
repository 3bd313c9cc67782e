import ExampleTestSupport
import Foundation
import Testing

private let program = ExampleProgram("TutorialCounter")

@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
  @Test func writesEachStateAsALine() async throws {
    let outcome = try await program.run(input: "repeat 2 +\n-\nfact\nwait\n+\n")
    #expect(
      outcome.lines == [
        "0", "1", "2", "1", "1 | loading",
        "1 | 1 is odd, the square of 1 and divides every number.", "2",
      ])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func stopsTheTimerAtTheEndOfTheInput() async throws {
    let outcome = try await program.run(input: "timer")
    #expect(outcome.lines == ["0", "0 | timer running", "0"])
    #expect(outcome.status == 0)
  }

  @Test func theTimerTicksByItself() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start()
    terminal.type("t")
    try await terminal.expect("The timer is running.")
    try await terminal.expect("\u{1B}[1m2")
    terminal.type("tf")
    try await terminal.expect(" is ")
    terminal.type("q")
    #expect(try await terminal.ended() == .clean)
  }

  @Test func factsAreGivenUpAtTheEnd() async throws {
    for _ in 0..<10 {
      let terminal = try PseudoTerminal(program)
      try terminal.start()
      try await terminal.expect("q quit")
      terminal.type("fq")
      #expect(try await terminal.ended() == .clean)
    }
  }
}
