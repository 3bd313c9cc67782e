import ArgumentParser
import Glibc
import TextTables
import TraceAnalysis
import TraceExport

extension ExportFormat: ExpressibleByArgument {}

/// Writes a recording in a format that another tool reads.
struct ExportCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a recording in the format of another tool.",
    discussion: """
      \(formats)

      The file appears under its name once it is complete. With --send or --endpoint, spans and \
      log records of OpenTelemetry are sent instead. The usual variables apply, such as \
      OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and OTEL_SERVICE_NAME.

      EXAMPLES
      signpost export my-recording --format csv --output spans.csv
      signpost export my-recording --format otlp --endpoint http://localhost:4318

      \(ExitStatus.reference)
      """)

  private static let formats = ExportFormat.allCases.map { format in
    let name = format.rawValue
    return name + String(repeating: " ", count: max(15 - name.count, 2)) + format.purpose
  }
  .joined(separator: "\n")

  @Argument(help: .recordings, completion: .directory)
  var directories: [String]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The format of the file, see above.", valueName: "format"))
  var format: ExportFormat

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output.",
      discussion:
        "Default: named like the first recording, in the current directory; never in a recording.",
      valueName: "file"))
  var output: String?

  @Flag(
    help: ArgumentHelp(
      "Functions below the actions, by processor time: speedscope and folded.",
      discussion: "For recordings of record --cpu-profile."))
  var functions = false

  @Option(
    help: ArgumentHelp(
      "How many of the slowest critical paths of each action are drawn: perfetto and chrome.",
      discussion: "Default: 10, or 0 if the recording is larger than 64 MB, as they take time.",
      valueName: "count"))
  var paths: Int?

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @OptionGroup(title: "Sending (--format otlp)")
  var sending: SendOptions

  @OptionGroup(title: "Filters")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    if functions, !format.hasFunctions {
      throw ValidationError("--functions is for --format speedscope and --format folded.")
    }
    if let paths {
      if !format.hasPaths {
        throw ValidationError("--paths is for --format perfetto and --format chrome.")
      }
      if paths < 0 { throw ValidationError("--paths needs a number of paths, 0 or more.") }
    }
    try OptionConflict.refuse(with: "--output -", output == "-", ["--force": force])
    guard sending.isAskedFor else {
      if let option = sending.optionInVain {
        throw ValidationError("\(option) is about sending: add --send or --endpoint.")
      }
      return
    }
    guard format == .otlp else {
      throw ValidationError("Only data of OpenTelemetry can be sent: --format otlp.")
    }
    if output != nil { throw ValidationError("Sent data go to no file: leave out --output.") }
    if force { throw ValidationError("Sent data replace no file: leave out --force.") }
  }

  func run() throws {
    if sending.isAskedFor { return try send() }
    let path = output ?? defaultOutput
    try reading(to: path == "-" ? STDOUT_FILENO : nil) { progress in
      var remarks: [ExportRemark] = []
      let summary = try TraceExport.write(
        directories, as: format, to: path, filter: filter.filter, functions: functions,
        paths: paths, isReplacing: force,
        onRemark: { remarks.append($0) }, onProgress: progress.handler)
      progress.clear()
      for remark in remarks { Console.say("\(remark)") }
      let status = finish(summary)
      if status == .success, path != "-" { Console.say("wrote \(path.printable())") }
      return status
    }
  }

  private func send() throws {
    try reading { progress in
      let (spans, logs) = try sending.settings()
      let sent = try TraceExport.send(
        directories, to: spans, logs: logs, filter: filter.filter, onProgress: progress.handler
      ) { retry in
        // Reporting each one would be too much if a server is busy for long.
        guard retry.number == 1 || retry.delay >= .seconds(2) else { return }
        Console.say("\(retry.reason): trying again in \(Units.duration(retry.delay))")
      }
      progress.clear()
      let status = finish(sent.summary)
      Console.say(sent.spans.summary(of: .traces, to: spans.displayedURL))
      if let refusal = sent.logsRefusal {
        Console.say("no log records were sent: \(refusal.description)")
      } else if let delivery = sent.logs, delivery.requests > 0 {
        Console.say(delivery.summary(of: .logs, to: logs.displayedURL))
      }
      let rejected = sent.spans.rejected + (sent.logs?.rejected ?? 0)
      return status == .success && rejected > 0 ? .spansRefused : status
    }
  }

  private func finish(_ summary: TraceSummary) -> ExitStatus {
    if !summary.losses.isEmpty {
      Console.say("WARNING: the recording has lost events, which the export cannot have.")
    }
    return conclude(summary, sending.isAskedFor ? "sent" : "exported")
  }

  private var defaultOutput: String {
    DefaultOutput.path(for: directories[0]) { "\($0).\(format.fileExtension)" }
  }
}
