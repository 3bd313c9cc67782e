import TraceAnalysis

/// The problems of a trace that was read, if any: as a status, and in words.
struct TraceVerdict {
  var directory: String
  /// The verb for the command's output, such as “printed”.
  var outcome: String
  var damage: [TraceDamage]
  var events: UInt64
  var composableEvents: UInt64

  /// Whether the trace is complete, as far as known.
  var isComplete = true
  var lossOptions: LossOptions?

  private static let mostDamage = 5

  var status: ExitStatus {
    if !damage.isEmpty { return .traceDamaged }
    if events == 0 { return .noEvents }
    let status = composableEvents == 0 ? ExitStatus.noComposableEvents : .success
    return lossOptions?.status(status, isComplete: isComplete) ?? status
  }

  var message: String? {
    let directory = directory.printable()
    switch status {
    case .traceDamaged:
      let list = damage.prefix(Self.mostDamage)
        .map { "\n  \($0.path.printable()): \($0.message.printable())" }.joined()
      let more =
        damage.count > Self.mostDamage ? "\n  and \(damage.count - Self.mostDamage) more" : ""
      let rest =
        events == 0
        ? "Nothing of it could be read: record again."
        : "The readable part was \(outcome). Record again for a complete trace."
      return "The trace in “\(directory)” is damaged:\(list)\(more)\n\(rest)"
    case .noEvents:
      return """
        The trace in “\(directory)” has no event: no store was created or used while it was \
        recorded. Check that the program wraps a reducer in `.signpost()`; a session of your own \
        has to enable events with `composable:*`.
        """
    case .noComposableEvents:
      return """
        The trace in “\(directory)” has \(events) events, but none of the provider composable: \
        check that the program wraps a reducer in `.signpost()` and that the session enables \
        events with `composable:*`.
        """
    case .eventsLost:
      return """
        The recording in “\(directory)” lacks events that were lost, which --fail-on-loss makes a \
        failure: record with more or larger buffers, or with --blocking.
        """
    default:
      return nil
    }
  }
}

extension TraceVerdict {
  /// The problems that a report names.
  ///
  /// - Parameters:
  ///   - outcome: The verb for the command's output, such as “reported”.
  ///   - loss: Whether an incomplete recording is a failure.
  init(_ report: Report, _ outcome: String, _ loss: LossOptions?) {
    self.init(
      directory: report.directory, outcome: outcome, damage: report.damage,
      events: report.events.total,
      composableEvents: report.events.composable)
    isComplete = report.isComplete
    lossOptions = loss
  }
}
