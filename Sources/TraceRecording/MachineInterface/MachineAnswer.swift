/// What `lttng --mi xml` answered to a command.
///
/// LTTng's prose changes from version to version; this form is documented, and versioned.
struct MachineAnswer {
  var reason: ExitReason
  /// The element `output`, which holds the result; nil if the command printed none.
  ///
  /// Its content is void if the command failed.
  var output: MachineElement?
  /// Everything printed on standard error: for people only.
  var errors: String
  /// What the daemon may have reported of it.
  var log: DaemonLog?

  init(reason: ExitReason, document: String, errors: String, log: DaemonLog? = nil) {
    self.reason = reason
    self.errors = errors
    self.log = log
    output = MachineElement.parse(document)?.all(["output"]).first
  }

  /// Whether the command succeeded, and what it printed can be read.
  var succeeded: Bool { reason == .exited(0) && output != nil }

  /// The last lines of the errors, for a message; and what the daemon reported, once.
  var complaint: String {
    let lines = errors.split(separator: "\n")
    let own = lines.isEmpty ? ["  lttng \(reason.words)"] : lines.suffix(5).map { "  \($0)" }
    return (own + [log?.quoteErrors()].compactMap(\.self)).joined(separator: "\n")
  }
}

extension MachineAnswer {
  /// The sessions that `list` names.
  ///
  /// `list NAME` adds the channels of that session.
  var sessions: [ListedSession] {
    output?.all(["sessions", "session"]).compactMap(ListedSession.init) ?? []
  }

  /// The processes that are registered with the daemon, as `list --userspace` names them.
  var processes: [ListedProcess] {
    output?.all(["domains", "domain", "pids", "pid"]).compactMap(ListedProcess.init) ?? []
  }

  /// The triggers that `list-triggers` names.
  var triggers: [String] {
    output?.all(["triggers", "trigger"]).compactMap { $0.text("name") } ?? []
  }

  /// Where `snapshot list-output` says that snapshots are written.
  var snapshotOutputs: [String] {
    guard let session = output?.first("session") else { return [] }
    return session.all(["snapshots", "snapshot"]).compactMap { $0.text("ctrl_url") }
  }

  /// Where `rotate` says that the chunk is; nil unless the rotation was completed.
  var rotatedChunk: String? {
    output?.first("absolute_path")?.text
  }

  /// The version of LTTng's tools, which `version` names.
  var version: LTTngVersion? {
    output?.all(["version"]).first.flatMap { LTTngVersion($0) }
  }
}

extension ExitReason {
  /// How a process ended, as the end of a sentence.
  var words: String {
    switch self {
    case .exited(let code): "ended with code \(code)"
    case .killed(let signal): "was killed by \(signalName(signal))"
    }
  }
}
