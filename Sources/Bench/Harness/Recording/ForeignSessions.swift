import CLTTng
import Glibc
import SystemSupport
import TraceRecording

/// Sessions that record this process beside the sessions of Bench, so that rows take longer.
struct ForeignSessions {
  /// The number of sessions of Bench that record this process.
  var intended: Int
  /// The number of sessions that record this process.
  var count: () -> Int = { Int(composable_recordings()) }

  /// Whether there are any.
  var areRecording: Bool { count() > intended }

  /// The owners of the sessions, as far as this process can see, as the end of a sentence.
  static func owners(_ daemons: [RegisteredDaemon] = RegisteredDaemon.ofThisProcess) -> String {
    let all = daemons.map { (daemon: $0, sessions: $0.activeSessions) }
    let named = all.filter { !$0.sessions.isEmpty }
    let owners = (named.isEmpty ? all : named).map { owner($0.daemon, sessions: $0.sessions) }
    return owners.isEmpty ? "a session of an unknown daemon" : owners.joined(separator: ", or ")
  }

  /// For example “session other of uid 0 (session daemon 4711, /run/lttng/lttng-ust-sock-8)”.
  static func owner(_ daemon: RegisteredDaemon, sessions: [String]) -> String {
    let session =
      switch sessions.count {
      case 0: "a session"
      case 1: "session \(sessions[0])"
      default: "one of the sessions \(sessions.joined(separator: ", "))"
      }
    let process = daemon.pid == 0 ? "session daemon" : "session daemon \(daemon.pid)"
    return "\(session) of uid \(daemon.user) (\(process), \(daemon.socket))"
  }
}

extension ForeignSessions {
  /// The variable of the environment that decides whether a process registers with LTTng.
  static let variable = "SIGNPOST_TRACING"

  /// Starts this program again without tracing, unless the environment or its task asks for it: no
  /// session of the machine can then record the rows that are measured without one.
  static func keepOut(of arguments: [String]) {
    let isRecorded = arguments.contains { $0.hasPrefix("--" + RecordedWorker.option) }
    if !isRecorded { StartEnvironment.ensure(variable, "0") }
    // Has taken effect, and is not meant for the recorded process.
    unsetenv(variable)
  }
}
