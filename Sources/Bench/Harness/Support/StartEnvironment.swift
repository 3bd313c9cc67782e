import Glibc
import SystemSupport

/// Variables of the environment that take effect when a process starts.
enum StartEnvironment {
  /// Starts this program again with the same arguments, in the same process, if a variable is not
  /// set.
  static func ensure(_ variable: String, _ value: String) {
    guard getenv(variable) == nil, setenv(variable, value, 1) == 0 else { return }
    // Only returns if it fails: this process then goes on as it was started.
    execv(Files.resolved("/proc/self/exe"), CommandLine.unsafeArgv)
  }
}
