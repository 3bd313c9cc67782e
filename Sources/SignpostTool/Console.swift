import Glibc
import TraceAnalysis
import TraceRecording

/// The command's streams.
enum Console {
  /// Tells people something on standard error.
  static func say(_ message: String) {
    TraceRecording.write("signpost: \(message)\n", to: STDERR_FILENO)
  }

  /// Writes all of a text, and says whether it could.
  ///
  /// A full disk is told of. A closed pipe is not: whatever reads it has seen enough, as `head` has.
  static func write(_ text: String, to file: Int32) -> Bool {
    var text = text
    return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: file) }
  }

  /// Writes all of a text in UTF-8, and says whether it could.
  static func write(_ text: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    // A pipe that is closed is to be a status rather than the end of the process.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    if TraceRecording.write(text, to: file) { return true }
    let code = errno
    if code != EPIPE {
      say("The output could not be written to its end: \(String(cString: strerror(code))).")
    }
    return false
  }
}
