import Glibc
import SystemSupport

/// The session daemon that serves this user: running programs register with it.
struct ServingDaemon {
  /// The directory of its sockets.
  static func directory(environment: ProcessEnvironment) -> String {
    geteuid() == 0 ? SessionDaemon.systemDirectory : home(environment: environment) + "/.lttng"
  }

  /// The directory that LTTng looks for a user's sockets in: without variables, as of a service,
  /// the home directory in the list of users.
  static func home(environment: ProcessEnvironment) -> String {
    environment["LTTNG_HOME"] ?? environment["HOME"]
      ?? getpwuid(getuid())?.pointee.pw_dir.map { String(cString: $0) } ?? "/"
  }

  /// The directory of the sockets of the daemon that answers the user's client: root's answers the
  /// members of the group `tracing`, as long as it runs.
  static func answeringDirectory(environment: ProcessEnvironment) -> String {
    isTracer && answers(in: SessionDaemon.systemDirectory)
      ? SessionDaemon.systemDirectory : directory(environment: environment)
  }

  /// Whether there is one.
  static func serves(_ environment: ProcessEnvironment) -> Bool {
    answers(in: answeringDirectory(environment: environment))
  }

  /// Whether a session daemon listens at the sockets of a directory.
  static func answers(in directory: String) -> Bool {
    UnixSocket.answers(at: directory + "/client-lttng-sessiond")
  }

  /// Whether this process is in the group whose members may use root's daemon.
  private static var isTracer: Bool {
    guard let group = getgrnam("tracing")?.pointee.gr_gid else { return false }
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: 0, count: Int(max(count, 0)))
    return count > 0 && getgroups(count, &groups) == count && groups.contains(group)
  }

  private static let patience = Duration.seconds(10)

  /// Finds it, or starts one that ends with the last recording.
  ///
  /// - Parameter startsOne: Whether to start one; if not, a missing daemon is an error.
  static func find(
    client: LTTngClient, tools: LTTngTools, watchdog: Watchdog, startsOne: Bool = true,
    emit: (RecordingMessage) -> Void,
    onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> SessionDaemon {
    let directory = directory(environment: tools.environment)
    // As LTTng makes it: its daemon opens the one of root to programs of other users.
    if startsOne { try makeDirectory(directory, environment: tools.environment) }
    watchdog.take(shared: directory)
    if !watchdog.lease.take(in: directory) {
      emit(.detail("waiting for the end of the session daemon, as its last recording has ended"))
      try wait(
        client, patience: .seconds(15), onSignal, failure: "the session daemon does not end.",
        until: { () throws(RecordingFailure) in watchdog.lease.take(in: directory) })
    }

    func answers() throws(RecordingFailure) -> Bool {
      try client.ask(["list"], until: Deadline(after: patience), onSignal: onSignal).succeeded
    }
    let note = SharedDaemonNote(directory: directory)
    if try answers() {
      emit(.detail("using the session daemon that serves you"))
      return SessionDaemon(
        place: .serving,
        log: note.exists ? DaemonLog(path: note.log, skipping: true) : nil)
    }
    guard startsOne else {
      throw RecordingFailure(
        .tracerUnavailable,
        "no session daemon serves you. Leave --use-daemon out to record by a private one, or start "
          + "one with: lttng-sessiond --background")
    }
    guard let executable = tools.daemon else {
      throw RecordingFailure(
        .tracerUnavailable,
        "no session daemon serves, and lttng-sessiond is not in PATH to start one. "
          + "Install it with: \(LTTngTools.installationHint)")
    }
    // First: from here on the watchdog takes the daemon down, unless other recordings use it.
    note.write()
    do throws(ProcessLaunch.Failure) {
      let pid = try client.supervisor.start(
        executable, [executable, "--no-kernel"], environment: tools.environment, log: note.log,
        group: .session)
      watchdog.take(own: pid)
    } catch {
      throw RecordingFailure(
        .tracerUnavailable, "can't start \(executable): \(errorText(error.errorNumber)).")
    }
    // Another recorder may have started one at the same moment, which then serves both.
    try wait(
      client, patience: patience, onSignal,
      failure: "the session daemon did not start within \(patience.components.seconds) seconds:",
      log: note.log,
      until: { () throws(RecordingFailure) in
        let sockets = ProgramSocket.find(in: directory).contains(where: \.isServed)
        return try sockets ? answers() : false
      })
    emit(.detail("started a session daemon in \(directory)"))
    return SessionDaemon(place: .serving, log: DaemonLog(path: note.log, skipping: true))
  }

  /// Makes the directory of the sockets, which has to be writable unless a daemon serves already.
  private static func makeDirectory(
    _ directory: String, environment: ProcessEnvironment
  ) throws(RecordingFailure) {
    let creation = mkdir(directory, 0o700) == 0 ? EEXIST : errno
    guard access(directory, W_OK | X_OK) != 0 else { return }
    let reason = creation == EEXIST ? errno : creation
    if serves(environment) { return }
    throw RecordingFailure(
      .tracerUnavailable,
      "programs register with a session daemon in \(directory), which cannot be written to: "
        + "\(errorText(reason)). Set LTTNG_HOME to another directory, for the programs as well.")
  }

  /// Polls until a condition holds.
  private static func wait(
    _ client: LTTngClient, patience: Duration,
    _ onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void, failure: String,
    log: String? = nil, until isDone: () throws(RecordingFailure) -> Bool
  ) throws(RecordingFailure) {
    let deadline = Deadline(after: patience)
    while try !isDone() {
      if deadline.hasPassed {
        let words = log.map { "\n" + lastLines(of: $0, count: 5) } ?? ""
        throw RecordingFailure(.tracerUnavailable, failure + words)
      }
      if case .signal(let signal) = client.supervisor.nextEvent(
        watching: [], until: Deadline(after: .milliseconds(5)))
      {
        try onSignal(signal)
      }
    }
  }
}
