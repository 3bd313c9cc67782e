import ArgumentParser
import ComposableCore
import TerminalKit

/// Reads commands from standard input, one per line, and writes each state as a line.
@MainActor
struct LineFrontEnd {
  let store: StoreOf<CounterFeature>

  /// Runs until the input ends.
  ///
  /// - Returns: 65 (`EX_DATAERR`) if there was an unknown command.
  func run() async throws -> ExitCode {
    let session = CounterSession(store: store)
    let printer = StatePrinter(store: store)
    let input = StandardInput()
    var exitCode = ExitCode.success
    var number = 0
    reading: while let line = await input.line() {
      number += 1
      do throws(LineCommandFailure) {
        guard let command = try LineCommand(parsing: line) else { continue }
        guard await run(command, in: session, printer) else { break reading }
      } catch {
        Output.complain("line \(number): \(error)")
        exitCode = ExitCode(65)
      }
    }
    await session.end()
    await printer.catchUp()
    return exitCode
  }

  /// - Returns: Whether to go on.
  private func run(
    _ command: LineCommand, in session: CounterSession, _ printer: StatePrinter
  ) async -> Bool {
    switch command {
    case .send(let action):
      await printer.catchUp()
      session.send(action)
      await printer.catchUp()
    case .pause(let duration):
      try? await Task.sleep(for: duration)
    case .waitForFacts:
      await session.waitForFacts()
      await printer.catchUp()
    case .repeated(let count, let command):
      for _ in 0..<count {
        guard await run(command, in: session, printer) else { return false }
      }
    case .quit:
      session.cancelFacts()
      return false
    }
    return true
  }
}
