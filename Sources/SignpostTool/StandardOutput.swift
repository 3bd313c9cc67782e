import Glibc

/// What the parser of arguments prints: help, versions, completions.
enum StandardOutput {
  /// Has the process end with a status of its own if that cannot be written to its end.
  ///
  /// The parser prints through the C library, which writes when the process exits and tells no one.
  static func checkAtExit() {
    atexit {
      errno = 0
      guard fflush(nil) != 0 else { return }
      let code = errno == 0 ? EIO : errno
      _exit(Console.fail(OutputFailure(code: code)).rawValue)
    }
  }
}
