import Glibc
import SystemSupport

extension SessionDaemon {
  /// Registers with the watchdog before anything else, so that there is no moment in which only
  /// this process knows its id. The daemon opens some files for each program: it may have as many
  /// as LTTng requests, if the limit can be raised that far, whatever the program's limit is. A
  /// limit on the size of files is an error of writing, which the daemons report, rather than their
  /// end.
  private static let launcher = """
    cd /
    echo "daemon $$" >&3
    exec 3>&-
    trap "" XFSZ
    most=$(ulimit -H -n)
    [ "$most" -le 65535 ] 2> /dev/null || most=65535
    [ "$(ulimit -S -n)" -ge "$most" ] 2> /dev/null || ulimit -S -n "$most" 2> /dev/null
    exec "$@"
    """

  /// Blocks the signals that end a service, for the rest of the command.
  ///
  /// systemd sends them to each process of a service, and the processes that write the trace must
  /// outlive those that are traced. A shell unblocks all signals when it starts, so the last one
  /// has to do this.
  private static let shield = """
    env --block-signal=TERM true 2> /dev/null && set -- env --block-signal=HUP,QUIT,TERM "$@"
    exec "$@"
    """

  /// Mounts the private directory over the system run directory, for itself and its children only.
  private static let isolatingLauncher = """
    mount --bind "$0/.lttng" \(systemDirectory) && : > "$0/isolated" && exec "$@"
    """

  /// Starts a daemon for this recording, and waits until it answers.
  static func start(
    in directory: PrivateDirectory, tools: LTTngTools, watchdog: Watchdog,
    supervisor: ProcessSupervisor, emit: (RecordingMessage) -> Void,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> SessionDaemon {
    guard let executable = tools.daemon else {
      throw RecordingFailure(
        .tracerUnavailable,
        "lttng-sessiond is not in PATH, which records. "
          + "Install it with: \(LTTngTools.installationHint)")
    }
    // Sessions that the administrator configured for every daemon are not part of this recording.
    var command =
      ["/bin/sh", "-c", shield, "sh", executable, "--no-kernel", "--load=\(directory.path)/.lttng"]
    // The group `tracing` owns the sockets of root's daemon. A user namespace with few ids lacks
    // it.
    if !SystemLimits.hasAllGroups { command.append("--group=-") }
    func attempt(
      _ place: Place, _ command: [String]
    ) throws(RecordingFailure) -> StartResult {
      try launch(
        place, command, in: directory, tools: tools, watchdog: watchdog, supervisor: supervisor,
        onSignal: onSignal)
    }

    if geteuid() != 0 {
      guard UnixSocket.answers(at: systemDirectory + "/client-lttng-sessiond") else {
        return try attempt(.home(directory.path), command).daemon(log: directory.daemonLog)
      }
      // A member of the group `tracing`: LTTng starts no second daemon for one while root's serves.
      // In a user namespace the process is not a member.
      if let unshare = tools.unshare {
        let withoutGroups = [unshare, "--user", "--map-current-user"] + command
        let result = try attempt(.home(directory.path), withoutGroups)
        if case .ready(let daemon) = result { return daemon }
        let reason = lastLines(of: directory.daemonLog, count: 1)
        emit(.detail("no private user namespace (\(reason))"))
      }
      emit(
        .note(
          "members of the group tracing can have no private session daemon here while root's "
            + "serves, as user namespaces are denied; all composable programs that it serves are "
            + "recorded as well"))
      return SessionDaemon(place: .serving)
    }
    if let unshare = tools.unshare, tools.nsenter != nil {
      if mkdir(systemDirectory, 0o755) != 0, errno != EEXIST {
        emit(.detail("can't create \(systemDirectory): \(errorText(errno))"))
      }
      let isolated =
        [unshare, "--mount", "--propagation", "private"]
        + ["/bin/sh", "-c", isolatingLauncher, directory.path] + command
      let result = try attempt(.namespace(directory.path), isolated)
      if access(directory.isolationMarker, F_OK) == 0 {
        return try result.daemon(log: directory.daemonLog)
      }
      let reason = lastLines(of: directory.daemonLog, count: 1)
      emit(.detail("no private mount namespace (\(reason))"))
    }
    // A daemon of LTTng 2.15 keeps its sockets in the directory of this variable, also root's.
    if let version = tools.version, version >= .init(2, 15) {
      return try attempt(.home(directory.path), command).daemon(log: directory.daemonLog)
    }
    emit(
      .note(
        "root can have no private session daemon here, as mount namespaces are denied; all "
          + "composable programs that the serving daemon knows are recorded as well"))
    return try ServingDaemon.find(
      client: LTTngClient(
        daemon: SessionDaemon(place: .serving), tools: tools, directory: directory,
        supervisor: supervisor),
      tools: tools, watchdog: watchdog, emit: emit, onSignal: onSignal)
  }

  private enum StartResult {
    case ready(SessionDaemon)
    case ended(ExitReason)
    case silent

    func daemon(log: String) throws(RecordingFailure) -> SessionDaemon {
      let problem: String
      switch self {
      case .ready(let daemon): return daemon
      case .ended(.exited(let code)): problem = "ended with code \(code)"
      case .ended(.killed(let signal)): problem = "was killed by \(signalName(signal))"
      case .silent: problem = "did not answer within \(patience)"
      }
      throw RecordingFailure(
        .tracerUnavailable,
        "the session daemon \(problem) when it was started. The end of its log:\n"
          + lastLines(of: log, count: 5))
    }
  }

  private static let patience = Duration.seconds(10)

  private static func launch(
    _ place: Place, _ command: [String], in directory: PrivateDirectory, tools: LTTngTools,
    watchdog: Watchdog, supervisor: ProcessSupervisor,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> StartResult {
    let environment = place.environment(tools)
    let pid: pid_t
    do throws(ProcessLaunch.Failure) {
      pid = try supervisor.start(
        "/bin/sh", ["sh", "-c", launcher, "sh"] + command, environment: environment,
        log: directory.daemonLog, passing: [.init(3, from: watchdog.pipe)], group: .session)
    } catch {
      throw RecordingFailure(
        .tracerUnavailable, "can't start /bin/sh: \(errorText(error.errorNumber)).")
    }
    // The launcher has said so already, unless the watchdog was killed.
    watchdog.take(daemon: pid)
    RecordingStep.hasDaemonProcess.reach()
    let sockets = directory.sockets
    let deadline = Deadline(after: patience)
    while !deadline.hasPassed {
      switch supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(1))) {
      case .exited(_, let reason): return .ended(reason)
      case .signal(let signal): try onSignal(signal)
      case .timeout:
        // Clients are served before programs are: a program must find its socket as well.
        if UnixSocket.answers(at: sockets + "/client-lttng-sessiond"),
          ProgramSocket.find(in: sockets).contains(where: \.isServed)
        {
          return .ready(
            SessionDaemon(
              place: place, pid: pid, log: DaemonLog(path: directory.daemonLog, skipping: true)))
        }
      }
    }
    return .silent
  }
}

/// The end of a log, as a quotation.
func lastLines(of path: String, count: Int) -> String {
  let lines = (Files.contents(of: path) ?? "").split(separator: "\n")
  return lines.isEmpty
    ? "(nothing)" : lines.suffix(count).map { "  \($0)" }.joined(separator: "\n")
}
