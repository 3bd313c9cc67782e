import ArgumentParser
import TraceAnalysis
import TraceRecording

/// Whether an incomplete recording is a failure, for commands that read one.
struct LossOptions: ParsableArguments {
  @Flag(
    name: .customLong("fail-on-loss"),
    help: "End with 79 if events were lost or the recording is incomplete.")
  var failOnLoss = false

  /// The exit status after a recording was read.
  ///
  /// - Parameters:
  ///   - status: The status otherwise, which takes precedence if it is not a success.
  ///   - isComplete: Whether the recording is complete, as far as known.
  func status(_ status: ExitStatus, isComplete: Bool) -> ExitStatus {
    guard failOnLoss, status == .success, !isComplete else { return status }
    return .eventsLost
  }

  /// The exit status after a recording was made, and read with this status.
  func ofRecording(_ status: ExitStatus) -> ExitStatus {
    guard failOnLoss else { return .success }
    return switch status {
    case .success, .noEvents, .noComposableEvents: .success
    case .traceDamaged, .eventsLost: .eventsLost
    // Losses are unknown.
    default: status
    }
  }

  /// Reads the snapshots of a flight recorder only for their losses, if requested. Events that the
  /// recorder has overwritten before a snapshot are no losses.
  func checkSnapshots(in directory: String) -> ExitStatus {
    guard failOnLoss else { return .success }
    let statuses = SnapshotDirectories.all(in: directory).map { check($0) }
    return statuses.first { $0 != .success } ?? .success
  }

  /// Reads a recording only for its losses, if requested.
  func check(_ directory: String) -> ExitStatus {
    guard failOnLoss else { return .success }
    let status = ReportCommand.status { progress in
      var reader = TraceReader(directory: directory)
      reader.onProgress = progress.handler
      let summary = try reader.forEachEvent { _ in }
      progress.clear()
      let verdict = TraceVerdict(summary, of: directory, "kept", self)
      if [.traceDamaged, .eventsLost].contains(verdict.status), let message = verdict.message {
        Console.say(message)
      }
      return verdict.status
    }
    return ofRecording(status)
  }
}
