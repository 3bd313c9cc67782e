import SystemSupport

/// The answer of `lttng --mi xml` to a command.
///
/// LTTng's prose changes from version to version; this form is documented, and versioned.
struct MachineAnswer {
  var reason: ExitReason
  /// The element `output`, which holds the result; nil if the command printed none.
  ///
  /// Its content is invalid if the command failed.
  var output: MachineElement?
  /// Everything printed on standard error: for messages only.
  var errors: String
  /// The log of the daemon, which may contain the reason.
  var log: DaemonLog?

  init(reason: ExitReason, document: String, errors: String, log: DaemonLog? = nil) {
    self.reason = reason
    self.errors = errors
    self.log = log
    output = MachineElement.parse(document)?.all(["output"]).first
  }

  /// Whether the command succeeded, and its output is well-formed.
  var succeeded: Bool { reason == .exited(0) && output != nil }

  /// The last lines of the errors, for a message; and those in the daemon's log, once.
  var complaint: String {
    let lines = errors.split(separator: "\n")
    let own = lines.isEmpty ? ["  lttng \(reason.words)"] : lines.suffix(5).map { "  \($0)" }
    return (own + [log?.quoteErrors()].compactMap(\.self)).joined(separator: "\n")
  }
}

extension MachineAnswer {
  /// The sessions in the answer of `list`.
  ///
  /// `list NAME` adds the channels of that session.
  var sessions: [ListedSession] {
    output?.all(["sessions", "session"]).compactMap(ListedSession.init) ?? []
  }

  /// The processes registered with the daemon, in the answer of `list --userspace`.
  var processes: [ListedProcess] {
    output?.all(["domains", "domain", "pids", "pid"]).compactMap(ListedProcess.init) ?? []
  }

  /// The triggers in the answer of `list-triggers`.
  var triggers: [String] {
    output?.all(["triggers", "trigger"]).compactMap { $0.text("name") } ?? []
  }

  /// The version of LTTng's tools, in the answer of `version`.
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
