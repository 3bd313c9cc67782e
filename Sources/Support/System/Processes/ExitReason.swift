import Glibc

/// How a process ended.
package enum ExitReason: Equatable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)

  /// Decodes a status from `waitpid`.
  package init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .killed(signal: signal)
  }

  /// Waits for the end of a child process, which is then reaped.
  package static func waiting(for pid: pid_t) -> ExitReason {
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0 {
      // Reaped elsewhere: its status is unknown.
      if errno != EINTR { return .exited(0) }
    }
    return ExitReason(waitStatus: status)
  }

  /// The exit code that a shell reports for it.
  package var shellCode: Int32 {
    switch self {
    case .exited(let code): code
    case .killed(let signal): 128 + signal
    }
  }
}

/// The name of a signal, such as SIGTERM.
package func signalName(_ signal: Int32) -> String {
  let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE",
    SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGTSTP: "SIGTSTP", SIGCONT: "SIGCONT",
    SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
  ]
  return names[signal] ?? "signal \(signal)"
}
