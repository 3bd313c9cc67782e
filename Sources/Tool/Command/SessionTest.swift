import Glibc
import SystemSupport

/// A test of the user, which knows the feature of a session: a command of the shell, with the
/// request in variables of its environment.
struct SessionTest {
  let command: String
  let environment: [(name: String, value: String)]

  /// Runs the command, whose output goes to standard error.
  func run() throws -> ExitReason {
    var launch = ProcessLaunch(
      ByteString("/bin/sh"), ["sh", "-c", command].map { ByteString($0) })
    launch.descriptors = [.copy(STDOUT_FILENO, from: STDERR_FILENO)]
    launch.environment = environment.reduce(.inherited) { $0.setting($1.name, to: $1.value) }
    return .waiting(for: try launch.start())
  }

  /// Why a test has not answered.
  ///
  /// - Parameters:
  ///   - outcome: A verb in the past: the test "shrank" no session.
  ///   - functions: The functions that answer.
  func explanation(of reason: ExitReason, outcome: String, functions: String) -> String {
    switch reason {
    case .exited(0):
      "The test of --test passed and \(outcome) no session: it has to call \(functions) of "
        + "SignpostTestSupport."
    case .exited(let status):
      "The test of --test ended with \(status), and \(outcome) no session: its output has the "
        + "reason."
    case .killed(let signal):
      "The test of --test ended by \(signalName(signal)), and \(outcome) no session."
    }
  }
}
