import Glibc
import TraceAnalysis
import TraceRecording

/// The command's streams.
enum Console {
  /// Tells people something on standard error.
  static func say(_ message: String) {
    TraceRecording.write("signpost: \(message)\n", to: STDERR_FILENO)
  }

  /// Writes all of a text.
  ///
  /// - Throws: ``OutputFailure`` if that is not possible.
  static func write(_ text: String, to file: Int32) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0), to: file) }
  }

  /// Writes all of a text in UTF-8.
  ///
  /// - Throws: ``OutputFailure`` if that is not possible.
  static func write(_ text: UnsafeRawBufferPointer, to file: Int32) throws {
    // A pipe that is closed is to be a status rather than the end of the process.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    guard TraceRecording.write(text, to: file) else { throw OutputFailure(code: errno) }
  }

  /// Says what went wrong, and gives the status to end with.
  static func fail(_ error: any Error) -> ExitStatus {
    guard let failure = error as? any CommandFailure else {
      say("\(error)")
      return .failure
    }
    if let message = failure.message { say(message) }
    return failure.status
  }
}
