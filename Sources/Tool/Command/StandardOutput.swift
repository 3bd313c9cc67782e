import Glibc

/// The output of the argument parser: help, versions, completions.
enum StandardOutput {
  /// Makes the process exit with a status of its own if that output cannot be written completely.
  ///
  /// The parser prints through the C library, which writes when the process exits, without
  /// reporting errors.
  static func checkAtExit() {
    atexit {
      errno = 0
      guard fflush(nil) != 0 else { return }
      let code = errno == 0 ? EIO : errno
      _exit(Console.fail(OutputFailure(code: code)).rawValue)
    }
  }
}
