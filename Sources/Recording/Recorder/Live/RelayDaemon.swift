import Glibc
import SystemSupport

/// A private LTTng relay daemon, which only this machine can reach.
///
/// It stores received data in files, which it serves to readers, and which are removed with the
/// recording.
struct RelayDaemon {
  let pid: pid_t
  /// The ports for session daemons.
  let controlPort: UInt16
  let dataPort: UInt16
  /// The port for viewers.
  let viewerPort: UInt16

  private static let patience = Duration.seconds(10)
  /// Another process may take a port between its choice and its use.
  private static let attempts = 5

  /// Registers with the watchdog before anything else.
  private static let launcher = """
    cd /
    echo "daemon $$" >&3
    exec 3>&-
    exec "$@"
    """

  /// Starts a relay daemon, and waits until it answers.
  ///
  /// - Parameter output: Its directory for received data.
  static func start(
    output: String, in directory: PrivateDirectory, tools: LTTngTools, watchdog: Watchdog,
    supervisor: ProcessSupervisor, onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> RelayDaemon {
    let search = ExecutableSearch(directories: tools.environment.searchPath)
    guard let executable = search.find("lttng-relayd") else {
      throw RecordingFailure(
        .tracerUnavailable,
        "lttng-relayd is not in PATH, by which a program is watched while it runs. "
          + "Install it with: \(LTTngTools.installationHint)")
    }
    let log = directory.path + "/relay.log"
    for _ in 0..<attempts {
      let ports = freePorts(3)
      guard ports.count == 3 else { break }
      let command = [
        executable, "--output=\(output)", "--control-port=tcp://127.0.0.1:\(ports[0])",
        "--data-port=tcp://127.0.0.1:\(ports[1])", "--live-port=tcp://127.0.0.1:\(ports[2])",
      ]
      let pid: pid_t
      do throws(ProcessLaunch.Failure) {
        pid = try supervisor.start(
          "/bin/sh", ["sh", "-c", launcher, "sh"] + command,
          environment: tools.environment.setting("LTTNG_HOME", to: directory.path), log: log,
          passing: [.init(3, from: watchdog.pipe)], group: .session)
      } catch {
        throw RecordingFailure(
          .tracerUnavailable, "can't start /bin/sh: \(errorText(error.errorNumber)).")
      }
      let relay = RelayDaemon(
        pid: pid, controlPort: ports[0], dataPort: ports[1], viewerPort: ports[2])
      if try relay.answers(supervisor, onSignal) { return relay }
      kill(pid, SIGKILL)
    }
    throw RecordingFailure(
      .tracerUnavailable,
      "lttng-relayd did not start. The end of its log:\n" + lastLines(of: log, count: 5))
  }

  private func answers(
    _ supervisor: ProcessSupervisor, _ onSignal: (ReceivedSignal) throws(RecordingFailure) -> Void
  ) throws(RecordingFailure) -> Bool {
    let deadline = Deadline(after: Self.patience)
    while !deadline.hasPassed {
      switch supervisor.nextEvent(watching: [pid], until: Deadline(after: .milliseconds(2))) {
      case .exited: return false
      case .signal(let signal): try onSignal(signal)
      case .timeout:
        if [controlPort, dataPort, viewerPort].allSatisfy(Self.isListening) { return true }
      }
    }
    return false
  }

  // MARK: - Ports

  /// Free ports of the loopback interface.
  private static func freePorts(_ count: Int) -> [UInt16] {
    var sockets: [Int32] = []
    defer { sockets.forEach { close($0) } }
    return (0..<count).compactMap { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { return nil }
      sockets.append(descriptor)
      var address = loopback(port: 0)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }
  }

  private static func isListening(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var address = loopback(port: port)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }
}
