import ExampleTestSupport
import Foundation
import Testing

private let program = ExampleProgram("FeatureWithDependencies")

@Suite(.timeLimit(.minutes(1)))
struct ProgramTests {
  @Test(arguments: [[], ["--closure"]])
  func writesEachStateAsALine(arguments: [String]) async throws {
    let outcome = try await program.run(arguments, input: "repeat 2 +\n-\nfact\nwait\n")
    #expect(
      outcome.lines == [
        "0", "1", "2", "1", "1 | 1 is odd, the square of 1 and divides every number.",
      ])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  @Test func anErrorThatNobodyHandlesIsReported() async throws {
    let outcome = try await program.run(["--fail-multiples-of", "1"], input: "fact\nwait\n+\n")
    #expect(outcome.lines == ["0", "1"])
    #expect(outcome.errors.contains("answered with HTTP status 500"))
    #expect(outcome.status == 0)
  }

  @Test func keysAreButtons() async throws {
    let terminal = try PseudoTerminal(program)
    try terminal.start()
    terminal.type("+++f")
    try await terminal.expect("3 is odd and a prime: only 1 and itself divide it.")
    terminal.type("q")
    try await terminal.waitForEnd()
    #expect(terminal.process.terminationStatus == 0)
  }
}
