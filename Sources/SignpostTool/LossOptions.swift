import ArgumentParser
import TraceAnalysis

/// Whether a recording that lacks events is a failure, for commands that read one.
struct LossOptions: ParsableArguments {
  @Flag(
    name: .customLong("fail-on-loss"),
    help: "End with 79 if events were lost or the recording is incomplete.")
  var failOnLoss = false

  /// What to end with after a recording was read.
  ///
  /// - Parameters:
  ///   - status: What to end with otherwise, which says more if it is not a success.
  ///   - isComplete: Whether everything that happened is in the recording, as far as is known.
  func status(_ status: ExitStatus, isComplete: Bool) -> ExitStatus {
    guard failOnLoss, status == .success, !isComplete else { return status }
    return .eventsLost
  }

  /// What to end with after a recording was made, and read with this status.
  func ofRecording(_ status: ExitStatus) -> ExitStatus {
    guard failOnLoss else { return .success }
    return switch status {
    case .success, .noEvents, .noComposableEvents: .success
    case .traceDamaged, .eventsLost: .eventsLost
    // Whether anything was lost is not known.
    default: status
    }
  }

  /// Reads a recording that was made for its losses alone, if that is asked for.
  func check(_ directory: String) -> ExitStatus {
    guard failOnLoss else { return .success }
    let status = ReportCommand.status { progress in
      var reader = TraceReader(directory: directory)
      reader.onProgress = progress.handler
      let summary = try reader.forEachEvent { _ in }
      progress.clear()
      var verdict = TraceVerdict(
        directory: directory, deed: "kept", damage: summary.damage, events: summary.eventCount,
        composableEvents: summary.composableEventCount)
      verdict.isComplete = summary.isComplete
      verdict.lossOptions = self
      if [.traceDamaged, .eventsLost].contains(verdict.status), let message = verdict.message {
        Console.say(message)
      }
      return verdict.status
    }
    return ofRecording(status)
  }
}
