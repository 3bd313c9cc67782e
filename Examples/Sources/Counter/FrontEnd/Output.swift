import ArgumentParser
import Foundation

/// Standard output and standard error, written at once.
enum Output {
  /// Writes to standard output. Ends the program where nobody reads it any more.
  static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      CounterCommand.exit(withError: ExitCode.failure)
    }
  }

  /// Tells the user what went wrong.
  static func complain(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("Counter: \(message)\n".utf8))
  }
}
