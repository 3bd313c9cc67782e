import Glibc
import SystemSupport

/// The LTTng session daemon of a recording: one that serves this user already, or a private one.
struct SessionDaemon: Equatable {
  enum Place: Equatable {
    /// A daemon that serves all programs of the user: started by others, or shared by recordings.
    case serving
    /// Private, with a home directory of its own, as LTTNG_HOME permits for all users but root.
    case home(String)
    /// Private, with a private directory mounted over the system run directory, where root's daemon
    /// and client look regardless of LTTNG_HOME. Programs look in LTTNG_HOME as well.
    case namespace(String)
    /// The environment of the daemon and its clients.
    func environment(_ tools: LTTngTools) -> ProcessEnvironment {
      switch self {
      case .serving: tools.environment
      case .home(let path):
        // LTTng 2.15 looks for root's sockets in the second directory, and for nothing else.
        tools.environment.setting("LTTNG_HOME", to: path)
          .setting("LTTNG_RUNDIR", to: path + "/.lttng")
      case .namespace:
        // The user's own variable would lead elsewhere.
        tools.environment.setting("LTTNG_RUNDIR", to: systemDirectory)
      }
    }
  }

  static let systemDirectory = "/var/run/lttng"

  var place: Place
  /// nil for a daemon that is not this recording's own.
  var pid: pid_t?
  /// nil for a daemon that no recording has started.
  var log: DaemonLog?

  /// Whether the daemon serves this recording alone.
  var isPrivate: Bool {
    switch place {
    case .home, .namespace: true
    case .serving: false
    }
  }

  /// The value that the recorded program needs in its environment to find the daemon.
  var programHome: String? {
    switch place {
    case .serving: nil
    case .home(let path), .namespace(let path): path
    }
  }

  /// The command line and environment of a client of this daemon.
  func client(
    _ arguments: [String], tools: LTTngTools
  ) -> (command: [String], environment: ProcessEnvironment) {
    let command = [tools.client, "--no-sessiond"] + arguments
    let environment = place.environment(tools)
    switch place {
    case .serving:
      return (command, environment)
    case .home:
      // The client of a member of the group `tracing` would contact root's daemon.
      return ([tools.client, "--no-sessiond", "--group=-"] + arguments, environment)
    case .namespace:
      // The root as well: in a chroot, entering only a mount namespace would leave it.
      let process = "/proc/\(pid ?? 0)"
      let enter = [
        tools.nsenter ?? "nsenter", "--mount=\(process)/ns/mnt", "--root=\(process)/root", "--",
      ]
      return (enter + command, environment)
    }
  }

  /// The processes that the daemon started: consumers, and one that acts for other users.
  var children: [pid_t] {
    pid.map(childProcesses(of:)) ?? []
  }
}

/// The state of a process in /proc.
struct ProcessStatus: Equatable {
  var state: Character
  var parent: pid_t
  var threads: Int

  init?(of pid: pid_t) {
    guard let text = Files.contents(of: "/proc/\(pid)/stat") else { return nil }
    self.init(stat: text)
  }

  /// Parses a line of /proc/PID/stat; the name in it may contain spaces and parentheses.
  init?(stat: String) {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[end...].split(separator: " ")
    guard fields.count > 2, let state = fields[1].first, let parent = pid_t(fields[2]) else {
      return nil
    }
    self.state = state
    self.parent = parent
    threads = fields.count > 18 ? Int(fields[18]) ?? 1 : 1
  }

  /// The start time of a process in ticks, field 22: process ids are reused.
  static func startTime(of pid: pid_t) -> UInt64? {
    guard let text = Files.contents(of: "/proc/\(pid)/stat"), let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 20 ? UInt64(fields[20]) : nil
  }
}
