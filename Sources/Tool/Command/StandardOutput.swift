// The C library's streams are variables for Swift.
@preconcurrency import Glibc

/// The output of the argument parser: help, versions, completions.
enum StandardOutput {
  /// Makes the process exit with a status of its own if that output cannot be written completely.
  ///
  /// The parser prints through the C library, which writes when the process exits, without
  /// reporting errors.
  static func checkAtExit() {
    // All of it is written when the process exits, and a closed pipe is an error of writing then.
    // The library takes a size only with a buffer, which has to outlive all output.
    let size = 1 << 20
    setvbuf(stdout, .allocate(capacity: size), _IOFBF, size)
    atexit {
      signal(SIGPIPE, SIG_IGN)
      errno = 0
      guard fflush(nil) != 0 else { return }
      let code = errno == 0 ? EIO : errno
      _exit(Console.fail(OutputFailure(code: code)).rawValue)
    }
  }
}
