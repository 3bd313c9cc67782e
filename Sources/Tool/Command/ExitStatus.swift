import ArgumentParser

/// The exit codes, which scripts rely on.
///
/// `record` passes on the status of the program it ran; the numbers from 64 are the same as in
/// `sysexits.h` if that has a fitting one.
enum ExitStatus: Int32, CaseIterable, Sendable, Equatable {
  case success = 0
  case failure = 1
  case worse = 2
  case notJudged = 3
  case better = 4
  case usage = 64
  case traceDamaged = 65
  case noTrace = 66
  case noEvents = 67
  case noComposableEvents = 68
  case tracerUnavailable = 69
  case outputFailed = 71
  case outputUnusable = 73
  case daemonDied = 74
  case collectorUnavailable = 75
  case spansRefused = 76
  case eventsLost = 79
  case notExecutable = 126
  case notFound = 127

  /// A line of the table.
  var meaning: String {
    switch self {
    case .success: "all went well"
    case .failure: "any other failure, which standard error describes"
    case .worse:
      "diff: something is worse, or beyond a limit; findings: a rule of --fail-on; blame: --expect; "
        + "races: an order matters"
    case .notJudged:
      "not judged: findings --fail-on, blame --expect; diff: a limit, --map or all; races --test"
    case .better: "diff: something is better, and nothing is worse"
    case .usage: "wrong options or arguments, or names that the recording does not have"
    case .traceDamaged:
      "the trace is damaged; its readable part was reported or exported"
    case .noTrace: "there is no such directory or recording, or no trace in it"
    case .noEvents: "the trace has no event"
    case .noComposableEvents:
      "the trace has events, but none of the provider composable; extract: none to replay"
    case .tracerUnavailable:
      "LTTng, or a library, is not available or would not start"
    case .outputFailed: "the output cannot be written: the disk is full, or the pipe closed"
    case .outputUnusable: "the output exists already, or cannot be created; the port is taken"
    case .daemonDied: "the recording broke off, or nothing of a program could be recorded"
    case .collectorUnavailable:
      "the collector or relay was not reached, or could take nothing: try later"
    case .spansRefused: "the collector refused spans, all or some"
    case .eventsLost:
      "events were lost, or the recording is incomplete (--fail-on-loss; extract)"
    case .notExecutable: "the program cannot be executed"
    case .notFound: "the program was not found, or a running one cannot be recorded"
    }
  }

  /// All of them: `signpost help exit-status`.
  static var table: String {
    allCases.map { status in
      let number = String(status.rawValue)
      return String(repeating: " ", count: 3 - number.count) + number + "  " + status.meaning
    }
    .joined(separator: "\n")
  }

  /// The section of `--help` that refers to the table.
  static let reference = """
    EXIT STATUS
    Listed by: signpost help \(topic)
    """

  /// The topic of `signpost help` that prints the table.
  static let topic = "exit-status"

  /// The error to throw to end with this status.
  var exitCode: ExitCode { ExitCode(rawValue) }
}
