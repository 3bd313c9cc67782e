import Glibc
import SystemSupport

extension LTTngProcesses {
  /// Advice about a session daemon that records nothing, as its consumer has died and LTTng starts
  /// no other one; complete sentences.
  ///
  /// nil if the daemon has a consumer or is not visible, and for a daemon that a recording has
  /// started, which recorders replace.
  func advice(in directory: String) -> String? {
    guard let pid = daemonWithoutConsumer, !SharedDaemonNote(directory: directory).exists else {
      return nil
    }
    let control = Files.contents(of: "/proc/\(pid)/cgroup") ?? ""
    return Self.advice(about: pid, isService: control.contains("lttng-sessiond.service"))
  }

  /// - Parameter isService: Whether it is the service of systemd.
  static func advice(about pid: pid_t, isService: Bool) -> String {
    let restart =
      isService
      ? "systemctl restart lttng-sessiond" : "kill \(pid) && lttng-sessiond --background"
    return "The session daemon, process \(pid), records nothing without its consumer until it is "
      + "restarted, and signpost has not started it. Restart it, and then the recording: \(restart)"
  }
}

extension LTTngClient {
  /// Advice after a command that a session daemon without a consumer refused, on a line of its own;
  /// empty otherwise.
  func advice(after answer: Answer) -> String {
    guard daemon.place == .serving, answer.text.isEmpty || answer.text.contains("consumer")
    else { return "" }
    let directory = ServingDaemon.answeringDirectory(environment: tools.environment)
    return LTTngProcesses(directory: directory).advice(in: directory).map { "\n\($0)" } ?? ""
  }
}
