import Glibc
import TraceAnalysis
import TraceRecording

/// The command's streams.
enum Console {
  /// Tells people something on standard error.
  static func say(_ message: String) {
    write("signpost: \(message)\n", to: STDERR_FILENO)
  }

  /// Writes all of a text, and says whether it could: not to a full disk or a closed pipe.
  @discardableResult
  static func write(_ text: String, to file: Int32) -> Bool {
    // A pipe that is closed is to be an error rather than the end of the process.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    return TraceRecording.write(text, to: file)
  }
}
