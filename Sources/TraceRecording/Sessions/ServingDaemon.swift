import Glibc

/// The session daemon that serves this user: programs that run register with it by themselves.
struct ServingDaemon {
  /// Where it keeps its sockets.
  static func directory(environment: ProcessEnvironment) -> String {
    if geteuid() == 0 { return SessionDaemon.systemDirectory }
    let home = environment["LTTNG_HOME"] ?? environment["HOME"] ?? "/"
    return home + "/.lttng"
  }

  /// Finds it, or starts one that goes when the last recording does.
  static func find(
    client: LTTngClient, tools: LTTngTools, watchdog: Watchdog,
    tell: (RecordingMessage) -> Void,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) {
    let directory = directory(environment: tools.environment)
    watchdog.take(shared: directory)
    func answers() throws(RecordingFailure) -> Bool {
      try client.ask(["list"], until: Deadline(after: .seconds(10)), onSignal: onSignal).succeeded
    }
    if try answers() {
      tell(.detail("using the session daemon that serves you"))
      return
    }
    guard let executable = tools.daemon else {
      throw RecordingFailure(
        .tracerUnavailable,
        "no session daemon serves, and lttng-sessiond is not in PATH to start one. "
          + "Install it with: \(LTTngTools.installationHint)")
    }
    let legacy = SharedDaemonLegacy(directory: directory)
    mkdir(directory, 0o755)
    // First: from here on the watchdog takes the daemon down.
    legacy.leave()
    let log = client.directory.daemonLog
    let pid: pid_t
    do throws(ProcessSupervisor.LaunchFailure) {
      pid = try client.supervisor.start(
        executable, [executable, "--no-kernel", "--daemonize"], environment: tools.environment,
        log: log, group: .session)
    } catch {
      legacy.remove()
      throw RecordingFailure(
        .tracerUnavailable, "can't start \(executable): \(errorText(error.errorNumber)).")
    }
    let deadline = Deadline(after: .seconds(10))
    // It ends when the daemon that it leaves in the background is ready.
    starting: while !deadline.hasPassed {
      switch client.supervisor.nextEvent(watching: [pid], until: deadline) {
      case .exited: break starting
      case .signal(let signal): try onSignal(signal)
      case .timeout: break
      }
    }
    guard try answers() else {
      legacy.remove()
      throw RecordingFailure(
        .tracerUnavailable,
        "the session daemon did not start within 10 seconds:\n\(lastLines(of: log, count: 5))")
    }
    tell(.detail("started a session daemon in \(directory)"))
  }
}
