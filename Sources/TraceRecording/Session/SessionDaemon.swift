import Glibc

/// The LTTng session daemon of a recording: one that serves this user already, or our own.
struct SessionDaemon: Equatable {
  enum Place: Equatable {
    /// One that serves all programs of the user: started by others, or shared by recordings.
    case serving
    /// Ours, below a home directory of its own, as LTTNG_HOME allows all users but root.
    case home(String)
    /// Ours, with a private directory in place of the system run directory, which is where root's
    /// daemon and client look whatever LTTNG_HOME says. Programs look in LTTNG_HOME as well.
    case namespace(String)
    /// What the daemon and its clients are started with.
    func environment(_ tools: LTTngTools) -> ProcessEnvironment {
      switch self {
      case .serving: tools.environment
      case .home(let path):
        // LTTng 2.15 looks for root's sockets where the second one says, and for nothing else.
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
  /// nil for one that is not this recording's own.
  var pid: pid_t?
  /// nil for one that no recording has started.
  var log: DaemonLog?

  /// Whether it serves this recording alone.
  var isPrivate: Bool {
    switch place {
    case .home, .namespace: true
    case .serving: false
    }
  }

  /// What the recorded program needs in its environment to find the daemon.
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
      // The client of a member of the group `tracing` would ask root's daemon.
      return ([tools.client, "--no-sessiond", "--group=-"] + arguments, environment)
    case .namespace:
      // The root as well: in a change root, entering a mount namespace alone leads out of it.
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

/// What /proc says of a process.
struct ProcessStatus: Equatable {
  var state: Character
  var parent: pid_t

  init?(of pid: pid_t) {
    guard let text = contents(ofFile: "/proc/\(pid)/stat") else { return nil }
    self.init(stat: text)
  }

  /// Reads a line of /proc/PID/stat; the name in it may hold spaces and parentheses.
  init?(stat: String) {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[end...].split(separator: " ")
    guard fields.count > 2, let state = fields[1].first, let parent = pid_t(fields[2]) else {
      return nil
    }
    self.state = state
    self.parent = parent
  }
}
