import ArgumentParser
@preconcurrency import Foundation

/// Shows a view and performs the commands of the user: with keys on a terminal, otherwise with
/// lines of standard input.
@MainActor
package struct FrontEnd<View: TerminalView> {
  private let view: View

  package init(_ view: View) {
    self.view = view
  }

  /// Runs until the user quits, or the input ends.
  ///
  /// - Parameter atEndOfInput: The last work before the program ends, unless the user has quit.
  /// - Returns: 65 (`EX_DATAERR`) if a line of the input was no command.
  package func run(
    atEndOfInput: @MainActor () async -> Void = {}
  ) async throws -> ExitCode {
    // The output of features appears in its place between the lines that are written here.
    setvbuf(stdout, nil, _IOLBF, 0)
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      return await LineFrontEnd(view: view).run(atEndOfInput: atEndOfInput)
    }
    try await KeyFrontEnd(view: view).run()
    return .success
  }
}

extension ExitCode {
  /// Ends the program with this code, unless it says that all went well.
  package func throwUnlessSuccess() throws {
    guard self == .success else { throw self }
  }
}
