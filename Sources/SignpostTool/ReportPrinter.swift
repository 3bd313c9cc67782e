import Glibc
import TraceAnalysis

/// Prints the report of a recording, and to standard error what is wrong.
struct ReportPrinter {
  var directory: String
  var format = ReportCommand.Format.text
  var options = ReportOptions()
  /// How many rows a table has, `nil` for as many as usual.
  var rows: Int?
  /// Whether it is known that the recording did not come to its end.
  var brokeOff = false
  /// Where the report goes.
  var output = STDOUT_FILENO

  init(directory: String) {
    self.directory = directory
  }

  func print() -> ExitStatus {
    var report: Report
    let progress = ProgressLine()
    do {
      report = try Report(directory: directory, options: options, onProgress: progress.handler)
    } catch {
      Console.say("\(error)")
      if case .libraryUnusable = error as? TraceReaderError { return .tracerUnavailable }
      return .noTrace
    }
    progress.clear()
    if brokeOff {
      report.isComplete = false
      report.damage.append(
        TraceDamage(
          path: directory,
          message: "the recording broke off, and what was in the buffers then is not in it"))
    }
    var status = status(of: report)
    if format == .json || (report.events.composable > 0 && status != .noComposableEvents) {
      do {
        if !Console.write(try text(of: report), to: output) { status = .outputFailed }
      } catch {
        Console.say("the report can not be written as JSON: \(error)")
        return .traceDamaged
      }
    }
    if let message = message(for: status, report) { Console.say(message) }
    return status
  }

  private func text(of report: Report) throws -> String {
    switch format {
    case .json: return try report.json() + "\n"
    case .csv: return report.csv()
    case .text, .markdown:
      var layout = TextLayout(fileDescriptor: output)
      if let rows { layout.maximumRows = rows }
      if format == .markdown {
        layout.isMarkdown = true
        layout.usesColor = false
      }
      return report.text(layout)
    }
  }

  private func status(of report: Report) -> ExitStatus {
    if !report.damage.isEmpty { return .traceDamaged }
    if report.events.total == 0 { return .noEvents }
    if report.events.composable == 0 { return .noComposableEvents }
    return .success
  }

  private func message(for status: ExitStatus, _ report: Report) -> String? {
    let directory = report.directory.printable()
    switch status {
    case .traceDamaged:
      let what = report.damage.prefix(5)
        .map { "\n  \($0.path.printable()): \($0.message.printable())" }.joined()
      let more = report.damage.count > 5 ? "\n  and \(report.damage.count - 5) more" : ""
      let rest =
        report.events.total == 0
        ? "Nothing of it could be read: record again."
        : "The report has everything that could be read; record again for a whole one."
      return "The trace in “\(directory)” is damaged:\(what)\(more)\n\(rest)"
    case .noEvents:
      return """
        The trace in “\(directory)” has no event: check that the program ran while the \
        session was active, and that the session enables events with `composable:*`.
        """
    case .noComposableEvents:
      return """
        The trace in “\(directory)” has \(report.events.total) events, but none of the \
        provider composable: check that the program wraps a reducer in `.signpost()` and that the \
        session enables events with `composable:*`.
        """
    default:
      return nil
    }
  }
}
