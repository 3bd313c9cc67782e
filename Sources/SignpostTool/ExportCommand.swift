import ArgumentParser
import TraceAnalysis
import TraceExport

extension ExportFormat: ExpressibleByArgument {}

/// Writes a recording in a format that another tool reads.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a recording in a format that other tools read.",
    discussion: """
      \(formats)

      The file is written beside its place, and put there once it is whole.

      EXAMPLE
      signpost export my-recording --format csv --output spans.csv

      EXIT STATUS
      \(ExitStatus.table)
      """)

  private static let formats = ExportFormat.allCases.map { format in
    let name = format.rawValue
    return name + String(repeating: " ", count: max(15 - name.count, 2)) + format.purpose
  }
  .joined(separator: "\n")

  @Argument(
    help: "The directory of a recording, or one that holds recordings.",
    completion: .directory)
  var directory: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("What to write, see above.", valueName: "format"))
  var format: ExportFormat

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write, or - for standard output.",
      discussion: "Default: named like the recording, in the current directory.",
      valueName: "file"))
  var output: String?

  @OptionGroup(title: "What it is about")
  var filter: FilterOptions

  @Flag(help: "Replace the file if there is one.")
  var force = false

  func run() throws {
    let status = export()
    if status != .success { throw status.exitCode }
  }

  private func export() -> ExitStatus {
    let path = output ?? defaultName
    let summary: TraceSummary
    do {
      summary = try TraceExport.write(
        directory, as: format, to: path, filter: filter.filter, isReplacing: force)
    } catch let error as ExportFailure {
      Console.say("\(error)")
      if case .writingFailed = error { return .outputFailed }
      return .outputUnusable
    } catch {
      Console.say("\(error)")
      if case .libraryUnusable = error as? TraceReaderError { return .tracerUnavailable }
      return .noTrace
    }
    if !summary.losses.isEmpty {
      Console.say("WARNING: the recording has lost events, which the export can not have.")
    }
    if let damage = summary.damage.first {
      Console.say(
        """
        The trace is damaged; everything up to the damage was exported. \
        \(damage.path.printable()): \(damage.message.printable()).
        """)
      return .traceDamaged
    }
    if summary.eventCount == 0 {
      Console.say("The trace in “\(directory.printable())” has no event.")
      return .noEvents
    }
    if summary.composableEventCount == 0 {
      Console.say(
        """
        The trace in “\(directory.printable())” has \(summary.eventCount) events, but none of the \
        provider composable.
        """)
      return .noComposableEvents
    }
    if path != "-" { Console.say("wrote \(path.printable())") }
    return .success
  }

  private var defaultName: String {
    let name = directory.split(separator: "/").last.map(String.init) ?? "trace"
    return "\(name).\(format.fileExtension)"
  }
}
