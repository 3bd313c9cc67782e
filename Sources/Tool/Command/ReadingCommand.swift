import ArgumentParser
import Glibc
import SystemSupport
import TextTables
import TraceAnalysis
import TraceExport

/// A command that reads a recording: its progress line, and its exit status.
protocol ReadingCommand: ParsableCommand {
  /// The directories of recordings, of parts of one, or ones that hold them.
  var directories: [String] { get }
  /// Whether an incomplete recording is a failure.
  var loss: LossOptions { get }
}

extension ArgumentHelp {
  /// The help of ``ReadingCommand/directories``.
  static var recordings: Self {
    Self(
      "The directories of recordings, of parts of one, or ones that hold them.",
      valueName: "directory")
  }
}

extension ReadingCommand {
  /// The directory, or all of them, for messages.
  var directory: String { directories.joined(separator: ", ") }

  /// Runs the command, and ends with its status or the status of its error.
  ///
  /// - Parameters:
  ///   - output: The output of the command while it reads. On the same terminal there is no
  ///     progress line.
  ///   - body: Receives the progress handler for readers.
  func reading(
    to output: Int32? = nil, _ body: (ProgressLine) throws -> ExitStatus
  ) throws {
    let status = Self.status(to: output, body)
    if status != .success { throw status.exitCode }
  }

  /// Runs a function that reads a recording; an error is reported, and returned as a status.
  static func status(
    to output: Int32? = nil, _ body: (ProgressLine) throws -> ExitStatus
  ) -> ExitStatus {
    UnfinishedFiles.removeOnSignals()
    // A limit on the size of files and a closed pipe are errors of writing, with statuses of their
    // own, and leave no unfinished file.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    let progress = ProgressLine(besides: output)
    defer { progress.clear() }
    do {
      return try body(progress)
    } catch {
      progress.clear()
      return Console.fail(error)
    }
  }

  /// Prints a report, and then its problems to standard error.
  ///
  /// - Parameters:
  ///   - outcome: A verb for the command's output, such as “followed”.
  ///   - limit: The number of rows in a table, `nil` for the default.
  func show(
    _ report: some PrintableReport, _ outcome: String, json: Bool, limit: RowLimit?
  ) throws -> ExitStatus {
    let verdict = TraceVerdict(report, outcome, loss)
    if json {
      try Console.write(data: try report.json() + "\n", to: STDOUT_FILENO)
    } else if verdict.hasContent {
      try Console.write(report.text(TextLayout(STDOUT_FILENO, limit?.rows)), to: STDOUT_FILENO)
    }
    if let message = verdict.message { Console.say(message) }
    return verdict.status
  }

  /// Reports the remarks and the damage of a trace.
  ///
  /// - Parameter outcome: A verb for the command's output, such as “printed”.
  func conclude(_ summary: TraceSummary, _ outcome: String) -> ExitStatus {
    let verdict = TraceVerdict(summary, of: directory, outcome, loss)
    for remark in summary.remarks { Console.say(remark.printable()) }
    if let message = verdict.message { Console.say(message) }
    return verdict.status
  }
}

extension TextLayout {
  /// The layout for an output.
  ///
  /// - Parameter rows: The number of rows in a table, `nil` for the default.
  init(_ output: Int32, _ rows: Int?, isMarkdown: Bool = false) {
    self.init(fileDescriptor: output)
    if let rows { maximumRows = rows }
    if isMarkdown {
      self.isMarkdown = true
      usesColor = false
    }
  }
}
