import TextTables
import TraceAnalysis
import TraceExport

extension ReplayExtraction.Failure {
  /// Says why there is no session.
  ///
  /// - Parameter directory: The recording.
  /// - Returns: The status for it.
  func report(directory: String) -> ExitStatus {
    switch self {
    case .nothingReplayable(let summary):
      var verdict = TraceVerdict(
        directory: directory, outcome: "read", damage: [], events: summary.eventCount,
        composableEvents: summary.composableEventCount)
      verdict.isComplete = true
      if let message = verdict.message {
        Console.say(message)
        return verdict.status
      }
      Console.say(
        """
        The recording in “\(directory.printable())” has no action that can be replayed: check that the \
        program wraps a reducer in `.signpost("app", payload: .replayable)`, and that the session \
        records payloads (no --no-payloads, no --loglevel info).
        """)
      return .noComposableEvents
    case .noMatch(let candidates):
      Console.say(
        """
        The recording in “\(directory.printable())” has no such session. It has:
        \(Self.list(candidates))
        """)
      return .usage
    case .ambiguous(let candidates):
      Console.say(
        """
        The recording in “\(directory.printable())” has \(candidates.count) sessions: choose one.
        \(Self.list(candidates))
        """)
      return .usage
    case .damaged(let summary):
      let damage = summary.damage.prefix(3)
        .map { "\n  \($0.path.printable()): \($0.message.printable())" }.joined()
      Console.say(
        """
        The trace in “\(directory.printable())” is damaged:\(damage)
        A session needs all of it, and nothing was written: record again.
        """)
      return .traceDamaged
    case .incomplete(let reason, let actions):
      let advice =
        actions == 0
        ? "Record again, without --sample, --max-rate, --prefix and --name, and with larger buffers "
          + "or --blocking if events were lost."
        : "Record again, or write the \(Units.count(UInt64(actions), "action")) before that with --cut."
      Console.say(
        """
        The session in “\(directory.printable())” is incomplete: \(reason.printable()).
        Nothing was written. \(advice)
        """)
      return .eventsLost
    }
  }

  private static func list(_ candidates: [ReplayCandidate]) -> String {
    let most = 20
    let lines = candidates.prefix(most).map { candidate in
      "  \(candidate.options.printable())   \(candidate.feature.printable()), "
        + "\(Units.count(UInt64(candidate.actions), "action")), \(candidate.process.printable())"
    }
    let rest = candidates.count - lines.count
    return (lines + (rest > 0 ? ["  and \(rest) more"] : [])).joined(separator: "\n")
  }
}
