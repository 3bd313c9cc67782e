import Glibc
import SystemSupport

/// Runs `lttng` against one session daemon.
struct LTTngClient {
  struct Answer {
    var reason: ExitReason
    var text: String
    /// The log of the daemon, which may contain the reason.
    var log: DaemonLog?

    var succeeded: Bool { reason == .exited(0) }

    /// The errors for a message, or else the whole output; and those in the daemon's log, once.
    var complaint: String {
      let lines = text.split(separator: "\n")
      let errors = lines.filter { $0.hasPrefix("Error") }
      let own = (errors.isEmpty ? lines[...] : errors[...]).suffix(5).map { "  \($0)" }
      let all = own + [log?.quoteErrors()].compactMap(\.self)
      return all.isEmpty
        ? "  lttng ended with \(reason.shellCode), and gave no reason."
        : all.joined(separator: "\n")
    }
  }

  var daemon: SessionDaemon
  var tools: LTTngTools
  var directory: PrivateDirectory
  var supervisor: ProcessSupervisor

  /// Runs one command to its end, unless `onSignal` throws: then it is killed.
  ///
  /// - Parameters:
  ///   - output: The file for its standard output, if that is to be separate from the answer.
  ///   - extend: Called when the deadline has passed; returns another one if there is progress.
  func run<Failure: Error>(
    _ arguments: [String], output: String? = nil, until deadline: Deadline? = nil,
    extend: () -> Deadline? = { nil },
    onSignal: (ReceivedSignal) throws(Failure) -> Void
  ) throws(Failure) -> Answer {
    var deadline = deadline
    let (command, environment) = daemon.client(arguments, tools: tools)
    let pid: pid_t
    do throws(ProcessLaunch.Failure) {
      // A Ctrl-C meant for the program must not end the client that completes the trace.
      pid = try supervisor.start(
        command[0], command, environment: environment, output: output, log: directory.clientLog,
        group: .own)
    } catch {
      return Answer(
        reason: .exited(127), text: "can't start \(command[0]): \(errorText(error.errorNumber))",
        log: daemon.log)
    }
    while true {
      switch supervisor.nextEvent(watching: [pid], until: deadline) {
      case .exited(_, let reason):
        return Answer(
          reason: reason, text: Files.contents(of: directory.clientLog) ?? "", log: daemon.log)
      case .signal(let signal):
        do {
          try onSignal(signal)
        } catch {
          end(pid)
          throw error
        }
      case .timeout:
        if let later = extend() {
          deadline = later
          continue
        }
        end(pid)
        return Answer(
          reason: .killed(signal: SIGKILL), text: "lttng did not answer in time.", log: daemon.log)
      }
    }
  }

  /// The version of the client itself, which needs no daemon; nil if unknown.
  func version<Failure: Error>(
    onSignal: (ReceivedSignal) throws(Failure) -> Void
  ) throws(Failure) -> LTTngVersion? {
    try ask(["version"], until: Deadline(after: .seconds(10)), onSignal: onSignal).version
  }

  /// Whether the daemon has ended, after a command that failed.
  ///
  /// A process that is being ended fails commands some time before its parent can wait for it: it
  /// has no namespaces any more, and no sockets. One that hangs still accepts connections.
  var isDaemonGone: Bool {
    guard let pid = daemon.pid else { return !ServingDaemon.serves(tools.environment) }
    let deadline = Deadline(after: .seconds(1))
    while supervisor.exitReason(of: pid) == nil {
      if deadline.hasPassed { return false }
      usleep(10_000)
    }
    return true
  }

  private func end(_ pid: pid_t) {
    kill(pid, SIGKILL)
    while supervisor.exitReason(of: pid) == nil {
      _ = supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(100)))
    }
  }
}
