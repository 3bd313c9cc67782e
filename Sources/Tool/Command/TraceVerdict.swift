import TextTables
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
  /// Whether the options select nothing of it.
  var selectsNothing = false
  /// The conditions that match nothing, and other statements, unless they were printed.
  var remarks: [String] = []
  var lossOptions: LossOptions?

  private static let mostDamage = 5

  var status: ExitStatus {
    if !damage.isEmpty { return .traceDamaged }
    if events == 0 { return .noEvents }
    if composableEvents == 0 { return .noComposableEvents }
    let status = selectsNothing ? ExitStatus.usage : .success
    return lossOptions?.status(status, isComplete: isComplete) ?? status
  }

  /// Whether there is something to show to people.
  var hasContent: Bool { composableEvents > 0 && status != .usage }

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
    case .usage:
      return (remarks.map { $0.printable() } + ["The options select nothing in “\(directory)”."])
        .joined(separator: "\n")
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

/// A report that says how much of a recording it covers.
protocol RecordingReport {
  var directory: String { get }
  var isComplete: Bool { get }
  var remarks: [String] { get }
  var selectsNothing: Bool? { get }
  var events: Report.EventCounts { get }
  var damage: [TraceDamage] { get }
}

/// A report that is printed as tables, or as an object for programs.
protocol PrintableReport: RecordingReport {
  func json() throws -> String
  func text(_ layout: TextLayout) -> String
}

extension Report: RecordingReport {}
extension BlameReport: RecordingReport {}
extension CriticalPathReport: PrintableReport {}
extension WhatIfReport: PrintableReport {}
extension RaceReport: PrintableReport {
  var selectsNothing: Bool? { nil }
}

extension TraceVerdict {
  /// The problems that a report names.
  ///
  /// - Parameters:
  ///   - outcome: The verb for the command's output, such as “reported”.
  ///   - loss: Whether an incomplete recording is a failure.
  init(_ report: some RecordingReport, _ outcome: String, _ loss: LossOptions?) {
    self.init(
      directory: report.directory, outcome: outcome, damage: report.damage,
      events: report.events.total,
      composableEvents: report.events.composable)
    isComplete = report.isComplete
    selectsNothing = report.selectsNothing ?? false
    remarks = report.remarks
    lossOptions = loss
  }

  /// The problems that a reading names, whose remarks were printed.
  init(_ summary: TraceSummary, of directory: String, _ outcome: String, _ loss: LossOptions?) {
    self.init(
      directory: directory, outcome: outcome, damage: summary.damage, events: summary.eventCount,
      composableEvents: summary.composableEventCount)
    isComplete = summary.isComplete
    selectsNothing = summary.selectsNothing
    lossOptions = loss
  }
}
