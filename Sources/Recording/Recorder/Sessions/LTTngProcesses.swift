import Glibc
import RecordingManifests
import SystemSupport

/// The processes of LTTng that write the traces of running programs: a session daemon and its
/// consumers.
struct LTTngProcesses {
  /// A process without which nothing is recorded.
  enum Writer {
    case sessionDaemon, consumer

    /// At the start of a sentence.
    var capitalizedName: String { name.prefix(1).uppercased() + name.dropFirst() }

    /// Within a sentence, as its subject.
    var name: String {
      switch self {
      case .sessionDaemon: "the session daemon"
      case .consumer: "LTTng's consumer, which writes the trace,"
      }
    }

    /// The reason for the end of a recording.
    var endReason: RecordingManifest.End.Reason {
      switch self {
      case .sessionDaemon: .daemonDied
      case .consumer: .consumerDied
      }
    }
  }

  private let daemon: (pid: pid_t, startTime: UInt64)?
  /// Whether the session daemon had ended before it was looked for.
  private let isDaemonGone: Bool
  private var consumers: [pid_t: UInt64] = [:]

  /// - Parameter daemon: The session daemon; nil for the one that serves this user.
  init(daemon: pid_t? = nil, environment: ProcessEnvironment) {
    self.init(
      daemon: daemon, directory: ServingDaemon.answeringDirectory(environment: environment))
  }

  /// - Parameter directory: The directory of the session daemon's sockets.
  init(daemon: pid_t? = nil, directory: String) {
    let file = directory + "/lttng-sessiond.pid"
    let pid = daemon ?? Files.contents(of: file).flatMap { pid_t($0.filter(\.isNumber)) }
    self.daemon = pid.flatMap { pid in
      ProcessStatus.startTime(of: pid).map { (pid: pid, startTime: $0) }
    }
    // A daemon that answers runs in another container.
    isDaemonGone = pid != nil && self.daemon == nil && !ServingDaemon.answers(in: directory)
  }

  /// Looks for a process that has died since the last call, or before the first one.
  ///
  /// - Returns: `nil` if there is none, or if the processes are not visible here, as in
  ///   another container.
  mutating func findDead() -> Writer? {
    guard let daemon else { return isDaemonGone ? .sessionDaemon : nil }
    guard Self.runs(daemon.pid, daemon.startTime) else { return .sessionDaemon }
    for (pid, startTime) in consumers where !Self.runs(pid, startTime) {
      consumers[pid] = nil
      return .consumer
    }
    for pid in children where processName(pid).hasPrefix("lttng-consumer") {
      consumers[pid] = ProcessStatus.startTime(of: pid)
    }
    return nil
  }

  /// The session daemon, if it runs and has no consumer.
  var daemonWithoutConsumer: pid_t? {
    guard let daemon, Self.runs(daemon.pid, daemon.startTime) else { return nil }
    let consumers = children.filter {
      processName($0).hasPrefix("lttng-consumer") && ProcessStatus(of: $0)?.state != "Z"
    }
    return consumers.isEmpty ? daemon.pid : nil
  }

  /// Kills the session daemon: it starts no other consumer, and its sessions record nothing.
  func killDaemon() {
    if let daemon, Self.runs(daemon.pid, daemon.startTime) { kill(daemon.pid, SIGKILL) }
  }

  /// The memory of all of them in bytes, without buffers; and the shared memory of the buffers.
  var usage: (memory: Int, buffers: Int)? {
    guard let daemon else { return nil }
    var usage = (memory: 0, buffers: 0)
    for pid in [daemon.pid] + children {
      usage.memory += Self.memory(of: pid)
      for line in (Files.contents(of: "/proc/\(pid)/maps") ?? "").split(separator: "\n")
      where line.contains("/dev/shm/shm-ust-consumer") {
        let range = line.prefix { $0 != " " }.split(separator: "-").compactMap {
          Int($0, radix: 16)
        }
        if range.count == 2 { usage.buffers += range[1] - range[0] }
      }
    }
    return usage
  }

  /// The memory that a process does not share, in bytes.
  static func memory(of pid: pid_t) -> Int {
    (Files.contents(of: "/proc/\(pid)/status") ?? "").split(separator: "\n")
      .first { $0.hasPrefix("RssAnon:") }
      .flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 } ?? 0
  }

  private var children: [pid_t] { daemon.map { childProcesses(of: $0.pid) } ?? [] }

  private static func runs(_ pid: pid_t, _ startTime: UInt64) -> Bool {
    ProcessStatus.startTime(of: pid) == startTime && ProcessStatus(of: pid)?.state != "Z"
  }
}
