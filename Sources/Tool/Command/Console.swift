import Glibc
import SystemSupport
import TextTables
import TraceAnalysis
import TraceRecording

/// The command's streams.
enum Console {
  /// Prints a message to standard error.
  static func say(_ message: String) {
    Files.write("signpost: \(message)\n", to: STDERR_FILENO)
  }

  /// Writes all of a text.
  ///
  /// - Throws: ``OutputFailure`` if writing fails.
  static func write(_ text: String, to file: Int32) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0), to: file) }
  }

  /// Writes all of a text for programs. A terminal gets it without control characters, which names
  /// in a recording may have.
  ///
  /// - Throws: ``OutputFailure`` if writing fails.
  static func write(data text: String, to file: Int32) throws {
    try write(isatty(file) == 1 ? text.printableLines() : text, to: file)
  }

  /// Writes the output of a command that reads no recording.
  ///
  /// - Throws: The status to end with if writing fails, which is reported.
  static func output(_ text: String) throws {
    do {
      try write(text, to: STDOUT_FILENO)
    } catch {
      throw fail(error).exitCode
    }
  }

  /// Writes all of a text in UTF-8.
  ///
  /// - Throws: ``OutputFailure`` if writing fails.
  static func write(_ text: UnsafeRawBufferPointer, to file: Int32) throws {
    // A closed pipe must result in a status rather than the end of the process.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    guard Files.write(text, to: file) else { throw OutputFailure(code: errno) }
  }

  /// Prints an error, and returns the exit status.
  static func fail(_ error: any Error) -> ExitStatus {
    guard let failure = error as? any CommandFailure else {
      say("\(error)")
      return .failure
    }
    if let message = failure.message { say(message) }
    return failure.status
  }
}
