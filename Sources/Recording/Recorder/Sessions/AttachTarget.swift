import Glibc
import SystemSupport

/// The target of an attached recording.
package enum AttachTarget: Equatable, Sendable {
  /// Every instrumented process, including later ones.
  case everything
  /// A single process.
  case process(pid_t)
  /// The running processes of this name.
  case name(String)

  /// Parses a command-line argument: a number is a process id.
  package init(_ text: String) {
    self = pid_t(text).map { .process($0) } ?? .name(text)
  }

  /// Whether any number of processes may match, now and later.
  var isOpen: Bool {
    if case .process = self { false } else { true }
  }

  /// The registered processes that match.
  func matches(_ registered: [ListedProcess]) -> [ListedProcess] {
    switch self {
    case .everything: registered
    case .process(let pid): registered.filter { $0.pid == pid }
    case .name(let name):
      registered.filter {
        Self.names(of: $0.pid).union([Self.lastComponent($0.name)]).contains(name)
      }
    }
  }

  /// Whether a matching process has LTTng's library loaded, as far as that can be determined.
  var mayRegister: Bool {
    switch self {
    case .everything: false
    case .process(let pid): kill(pid, 0) == 0 && !hasEnded(pid) && Self.hasLibrary(pid) != false
    case .name(let name):
      allProcesses()
        .contains { Self.names(of: $0).contains(name) && Self.hasLibrary($0) == true }
    }
  }

  /// nil if that cannot be determined, such as for other users' processes.
  private static func hasLibrary(_ pid: pid_t) -> Bool? {
    Files.contents(of: "/proc/\(pid)/maps").map { $0.isEmpty ? nil : $0.contains("liblttng-ust") }
      ?? nil
  }

  /// A process has the name of its command, which the kernel truncates, and its full form.
  private static func names(of pid: pid_t) -> Set<String> {
    var names: Set<String> = []
    if let comm = Files.contents(of: "/proc/\(pid)/comm") {
      names.insert(comm.filter { $0 != "\n" })
    }
    if let command = Files.contents(of: "/proc/\(pid)/cmdline")?.split(separator: "\0").first {
      names.insert(lastComponent(String(command)))
      names.insert(String(command))
    }
    return names
  }

  private static func lastComponent(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The error if no registered process matches, and the remedy.
  func failure(registered: [ListedProcess]) -> RecordingFailure {
    var message: String
    switch self {
    case .everything:
      message = "no instrumented process runs."
    case .process(let pid):
      if hasEnded(pid) {
        return RecordingFailure(.programNotFound, "there is no process \(pid).")
      }
      if Self.hasLibrary(pid) == false {
        message =
          "process \(pid) is not instrumented, or found no LTTng library when it started "
          + "(liblttng-ust is not loaded in it)."
      } else {
        message =
          "process \(pid) has not registered with the session daemon: it may be of another user, "
          + "in another container, or started with SIGNPOST_TRACING=0 or another LTTNG_HOME."
      }
    case .name(let name):
      message = "no instrumented process is called \(name)."
    }
    if !registered.isEmpty {
      let list = registered.prefix(10).map { "\n  \($0.pid)  \($0.name)" }.joined()
      message += " These can be recorded:\(list)"
    }
    return RecordingFailure(.programNotFound, message)
  }
}
