import ArgumentParser
import TraceAnalysis

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Tells where the time went in a recording.",
    discussion: """
      Prints, for each prefix and action, how often it ran and how long its reducer took, and for \
      each effect how it ended; effects that still ran; and what was lost, if anything.

      EXAMPLE
      signpost report my-recording

      EXIT STATUS
      \(ExitStatus.table)
      """)

  @Argument(
    help: "The directory of a recording, or one that holds recordings.",
    completion: .directory)
  var directory: String

  @Flag(help: "Print one JSON object; all durations are whole nanoseconds.")
  var json = false

  func run() throws {
    let status = ReportPrinter.print(directory: directory, json: json)
    if status != .success { throw status.exitCode }
  }
}

/// Prints the report of a recording to a file descriptor, and to standard error what is wrong.
enum ReportPrinter {
  /// - Parameter brokeOff: Whether it is known that the recording did not come to its end.
  static func print(
    directory: String, json: Bool = false, brokeOff: Bool = false, to output: Int32 = STDOUT_FILENO
  ) -> ExitStatus {
    var report: Report
    do {
      report = try Report(directory: directory)
    } catch {
      emit("signpost: \(error)\n", to: STDERR_FILENO)
      if case .libraryUnusable = error as? TraceReaderError { return .tracerUnavailable }
      return .noTrace
    }
    if brokeOff {
      report.isComplete = false
      report.damage.append(
        TraceDamage(
          path: directory,
          message: "the recording broke off, and what was in the buffers then is not in it"))
    }
    let status = status(of: report)
    if json || (report.events.composable > 0 && status != .noComposableEvents) {
      do {
        let text =
          try json
          ? report.json() + "\n" : report.text(TextLayout(fileDescriptor: output))
        emit(text, to: output)
      } catch {
        emit("signpost: the report can not be written as JSON: \(error)\n", to: STDERR_FILENO)
        return .traceDamaged
      }
    }
    if let message = message(for: status, report) {
      emit("signpost: \(message)\n", to: STDERR_FILENO)
    }
    return status
  }

  private static func status(of report: Report) -> ExitStatus {
    if !report.damage.isEmpty { return .traceDamaged }
    if report.events.total == 0 { return .noEvents }
    if report.events.composable == 0 { return .noComposableEvents }
    return .success
  }

  private static func message(for status: ExitStatus, _ report: Report) -> String? {
    switch status {
    case .traceDamaged:
      let what = report.damage.prefix(5).map { "\n  \($0.path): \($0.message)" }.joined()
      let more = report.damage.count > 5 ? "\n  and \(report.damage.count - 5) more" : ""
      let rest =
        report.events.total == 0
        ? "Nothing of it could be read: record again."
        : "The report has everything that could be read; record again for a whole one."
      return "The trace in “\(report.directory)” is damaged:\(what)\(more)\n\(rest)"
    case .noEvents:
      return """
        The trace in “\(report.directory)” has no event: check that the program ran while the \
        session was active, and that the session enables events with `composable:*`.
        """
    case .noComposableEvents:
      return """
        The trace in “\(report.directory)” has \(report.events.total) events, but none of the \
        provider composable: check that the program wraps a reducer in `.signpost()` and that the \
        session enables events with `composable:*`.
        """
    default:
      return nil
    }
  }

  // A reader that has seen enough, such as `head`, closes the pipe: that is no error.
  private static func emit(_ text: String, to file: Int32) {
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let written = write(file, start, rest.count)
        if written < 0, errno == EINTR { continue }
        if written <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      }
    }
  }
}
