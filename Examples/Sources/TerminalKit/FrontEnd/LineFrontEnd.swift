import ArgumentParser
import ComposableCore

/// Reads commands from standard input, one per line, and writes the summary of the view as a line
/// after each change.
@MainActor
struct LineFrontEnd<View: TerminalView> {
  let view: View

  func run(atEndOfInput: @MainActor () async -> Void) async -> ExitCode {
    let session = FrontEndSession(view: view)
    let printer = SummaryPrinter(view: view)
    let input = StandardInput()
    var exitCode = ExitCode.success
    var number = 0
    var hasQuit = false
    while !hasQuit, let line = await input.line() {
      number += 1
      do throws(LineCommandFailure) {
        guard let command = try LineCommand(parsing: line, view.currentCommands) else { continue }
        hasQuit = try await !run(command, in: session, printer)
      } catch {
        Output.complain("line \(number): \(error)")
        exitCode = ExitCode(65)
      }
    }
    if !hasQuit { await atEndOfInput() }
    await session.end()
    await printer.catchUp()
    return exitCode
  }

  /// - Returns: Whether to go on.
  private func run(
    _ command: LineCommand<View.Request>, in session: FrontEndSession<View>,
    _ printer: SummaryPrinter<View>
  ) async throws(LineCommandFailure) -> Bool {
    switch command {
    case .send(let request, let isLasting):
      await printer.catchUp()
      try session.perform(request, isLasting: isLasting)
      await printer.catchUp()
    case .pause(let duration):
      try? await Task.sleep(for: duration)
    case .waitForEffects:
      await session.waitForEffects()
      await printer.catchUp()
    case .repeated(let count, let command):
      for _ in 0..<count {
        guard try await run(command, in: session, printer) else { return false }
      }
    case .quit:
      session.cancelEffects()
      return false
    }
    return true
  }
}
