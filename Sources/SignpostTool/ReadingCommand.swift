import ArgumentParser
import Glibc
import TraceAnalysis
import TraceExport

/// A command that reads a recording: how it shows its progress, and how it ends.
protocol ReadingCommand: ParsableCommand {
  /// The directory of a recording, or one that holds recordings.
  var directory: String { get }
  /// Whether a recording that lacks events is a failure.
  var loss: LossOptions { get }
}

extension ReadingCommand {
  /// Runs what the command does, and ends with the status of that or of its error.
  ///
  /// - Parameters:
  ///   - output: Where the command writes while it reads. There is no line for the progress in the
  ///     midst of that.
  ///   - body: Given what readers are to call.
  func reading(
    to output: Int32? = nil, _ body: (ProgressLine) throws -> ExitStatus
  ) throws {
    let status = Self.status(to: output, body)
    if status != .success { throw status.exitCode }
  }

  /// Runs what reads a recording; an error is told of, and is a status.
  static func status(
    to output: Int32? = nil, _ body: (ProgressLine) throws -> ExitStatus
  ) -> ExitStatus {
    UnfinishedFile.removeOnSignals()
    let progress = ProgressLine(besides: output)
    defer { progress.clear() }
    do {
      return try body(progress)
    } catch {
      progress.clear()
      return Console.fail(error)
    }
  }

  /// Says what there is to know of how a trace was recorded, and what is wrong with it.
  ///
  /// - Parameter deed: What was done with it, such as “printed”.
  func conclude(_ summary: TraceSummary, _ deed: String) -> ExitStatus {
    var verdict = TraceVerdict(
      directory: directory, deed: deed, damage: summary.damage, events: summary.eventCount,
      composableEvents: summary.composableEventCount)
    verdict.isComplete = summary.isComplete
    verdict.lossOptions = loss
    for remark in summary.remarks { Console.say(remark.printable()) }
    if let message = verdict.message { Console.say(message) }
    return verdict.status
  }
}
