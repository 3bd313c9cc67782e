import Glibc
import TextTables
import TraceAnalysis
import TraceRecording

/// Prints the report of a recording, and its problems to standard error.
struct ReportPrinter {
  var directories: [String]
  var format = ReportCommand.Format.text
  var options = ReportOptions()
  /// Whether the report is about functions, by the samples of a CPU profile.
  var showsFunctions = false
  /// The number of rows in a table, `nil` for the default.
  var rows: Int?
  /// Whether the recording is known to be incomplete.
  var brokeOff = false
  /// Whether an incomplete recording is a failure.
  var loss: LossOptions?
  /// The output of the report.
  var output = STDOUT_FILENO

  init(directories: [String]) {
    self.directories = directories
  }

  func print() -> ExitStatus {
    if showsFunctions { return printFunctions() }
    return ReportCommand.status { progress in
      var report = try Report(
        directories: directories, options: options, onProgress: progress.handler)
      if [.text, .markdown].contains(format) {
        try report.addGains(
          filter: options.filter, onlyShown: true, onProgress: progress.handler)
      }
      progress.clear()
      if brokeOff, !report.damage.contains(where: { $0.path == report.directory }) {
        report.isComplete = false
        report.damage.append(
          TraceDamage(
            path: report.directory,
            message: "the recording broke off, and the contents of the buffers are missing"))
      }
      let verdict = TraceVerdict(report, "reported", loss)
      if format == .json || verdict.hasContent {
        try write(try text(of: report))
      }
      // Rows of these formats have no column for them.
      if format == .csv, verdict.hasContent {
        report.remarks.forEach { Console.say($0.printable()) }
      }
      if let message = verdict.message { Console.say(message) }
      return verdict.status
    }
  }

  /// Prints the processor time of functions.
  private func printFunctions() -> ExitStatus {
    ReportCommand.status { progress in
      let (report, summary) = try FunctionReport.read(directories, options, progress.handler)
      progress.clear()
      var verdict = TraceVerdict(summary, of: report.directory, "reported", loss)
      verdict.isComplete = report.isComplete
      verdict.remarks = report.remarks
      if format == .json || verdict.status != .usage { try write(try text(of: report)) }
      if let message = verdict.message { Console.say(message) }
      return verdict.status
    }
  }

  private func write(_ text: String) throws {
    switch format {
    case .json, .csv: try Console.write(data: text, to: output)
    case .text, .markdown: try Console.write(text, to: output)
    }
  }

  private func text(of report: FunctionReport) throws -> String {
    switch format {
    case .json: try report.json() + "\n"
    case .csv: report.csv()
    case .text, .markdown: report.text(layout(rows: rows ?? 10))
    }
  }

  /// - Parameter rows: `nil` for the default.
  private func layout(rows: Int?) -> TextLayout {
    TextLayout(output, rows, isMarkdown: format == .markdown)
  }

  private func text(of report: Report) throws -> String {
    switch format {
    case .json: return try report.json() + "\n"
    case .csv: return report.csv()
    case .text, .markdown:
      return report.text(layout(rows: rows))
    }
  }
}
