import Glibc
import SystemSupport

/// A relay daemon of LTTng that this process started.
struct CollectingDaemon {
  struct Ports: Equatable {
    var control: UInt16
    var data: UInt16
    /// The port for live readers; always on loopback.
    var live: UInt16
  }

  var pid: pid_t
  /// The output, a directory for each host.
  var directory: String

  private static let patience = Duration.seconds(10)

  /// The maximum number of open files of a relay daemon, if the system permits it: two for each
  /// processor of each recorded process.
  private static let mostFiles: UInt = 65_536

  /// The number of these files that are left for connections.
  private static let otherFiles: UInt = 256

  /// Registers with the watchdog before anything else.
  private static let launcher = """
    cd /
    echo "daemon $$" >&3
    exec 3>&-
    umask 077
    ulimit -n "$0" 2> /dev/null
    exec "$@"
    """

  /// Starts a relay daemon, and waits until it accepts connections.
  static func start(
    executable: String, listen: ListenAddress, ports: Ports, directory: String,
    in home: PrivateDirectory, tools: LTTngTools, watchdog: Watchdog,
    supervisor: ProcessSupervisor, onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> CollectingDaemon {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let files = min(UInt(limit.rlim_max), mostFiles)
    let command = [
      executable, "--control-port=\(listen.uri(port: ports.control))",
      "--data-port=\(listen.uri(port: ports.data))",
      "--live-port=tcp://127.0.0.1:\(ports.live)", "--output=\(directory)",
      "--group-output-by-host", "--fd-pool-size=\(max(files, 2 * otherFiles) - otherFiles)",
      // A host may send data, but not remove it.
      "--disallow-clear",
    ]
    // A host that vanished is given up after twenty minutes, which is about as long as its own TCP
    // tries to send: a shorter failure of the link loses nothing.
    var environment = tools.environment
    for (name, value) in [
      ("LTTNG_HOME", home.path), ("LTTNG_RELAYD_HEALTH", home.path + "/relayd-health"),
      ("LTTNG_RELAYD_TCP_KEEP_ALIVE", "1"), ("LTTNG_RELAYD_TCP_KEEP_ALIVE_IDLE_TIME", "300"),
      ("LTTNG_RELAYD_TCP_KEEP_ALIVE_PROBE_INTERVAL", "60"),
      ("LTTNG_RELAYD_TCP_KEEP_ALIVE_MAX_PROBE_COUNT", "15"),
    ] { environment = environment.setting(name, to: value) }
    let pid: pid_t
    do throws(ProcessLaunch.Failure) {
      pid = try supervisor.start(
        "/bin/sh", ["sh", "-c", launcher, "\(files)"] + command, environment: environment,
        log: home.daemonLog, passing: [.init(3, from: watchdog.pipe)], group: .session)
    } catch {
      throw RecordingFailure(
        .tracerUnavailable, "can't start /bin/sh: \(errorText(error.errorNumber)).")
    }
    let deadline = Deadline(after: patience)
    while !deadline.hasPassed {
      switch supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(20))) {
      case .exited(_, let reason):
        throw failure("\(reason.words) when it was started", log: home.daemonLog)
      case .signal(let signal): try onSignal(signal)
      case .timeout:
        let reachable = listen.address.isUnspecified ? listen.address.loopback : listen.address
        if [ports.control, ports.data].allSatisfy({
          reachable.connect(port: $0, until: Deadline(after: .seconds(1))) == 0
        }) {
          return CollectingDaemon(pid: pid, directory: directory)
        }
      }
    }
    throw failure("did not listen within \(patience.components.seconds) s", log: home.daemonLog)
  }

  private static func failure(_ what: String, log: String) -> RecordingFailure {
    RecordingFailure(
      .tracerUnavailable,
      "the relay daemon \(what). The end of its log:\n\(lastLines(of: log, count: 5))")
  }

  /// Ends it, in order if possible.
  func end(supervisor: ProcessSupervisor) {
    // LTTng's daemons block SIGTERM, as this process shields them from the end of a service.
    kill(pid, SIGINT)
    var deadline = Deadline(after: Self.patience)
    while !deadline.hasPassed, supervisor.exitReason(of: pid) == nil {
      _ = supervisor.nextEvent(watching: [pid], until: deadline)
    }
    guard supervisor.exitReason(of: pid) == nil else { return }
    kill(pid, SIGKILL)
    deadline = Deadline(after: Self.patience)
    while !deadline.hasPassed, supervisor.exitReason(of: pid) == nil {
      _ = supervisor.nextEvent(watching: [pid], until: deadline)
    }
  }

  /// The files that it has open.
  var openFiles: [String] {
    Files.entries(of: "/proc/\(pid)/fd").map { linkTarget("/proc/\(pid)/fd/\($0)") }
  }
}

extension NetworkAddress {
  /// Whether the address represents all addresses of the machine.
  var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

  /// The loopback address of its family.
  var loopback: NetworkAddress {
    isIPv6
      ? NetworkAddress(bytes: [UInt8](repeating: 0, count: 15) + [1])
      : NetworkAddress(bytes: [127, 0, 0, 1])
  }

  /// Whether a port of it is available for listening; the error number if not.
  func checkListening(port: UInt16) -> Int32 {
    let descriptor = Files.aboveStandardStreams(socket(family, Int32(SOCK_STREAM.rawValue), 0))
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var yes: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let status = withSocketAddress(port: port) { bind(descriptor, $0, $1) }
    guard status == 0, Glibc.listen(descriptor, 1) == 0 else { return errno }
    return 0
  }
}
