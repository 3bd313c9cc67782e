import Glibc
import SystemSupport

extension ProcessSupervisor {
  /// Runs a command to its end, for ten seconds at most, with its output in a log.
  func run(
    _ command: [String], environment: ProcessEnvironment, log: String
  ) -> PerfTool.Trial {
    guard
      let pid = try? start(command[0], command, environment: environment, log: log, group: .session)
    else { return PerfTool.Trial(succeeded: false, errors: errorText(errno)) }
    let deadline = Deadline(after: .seconds(10))
    while !deadline.hasPassed {
      if let reason = exitReason(of: pid) {
        return PerfTool.Trial(
          succeeded: reason == .exited(0), errors: Files.contents(of: log) ?? "")
      }
      usleep(1_000)
    }
    kill(pid, SIGKILL)
    return PerfTool.Trial(succeeded: false, errors: "it did not end within ten seconds")
  }
}
