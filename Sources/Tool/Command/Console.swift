import Glibc
import SystemSupport
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
