import ArgumentParser
import Glibc
import TextTables
import TraceAnalysis
import TraceExport

/// Masks names, texts and values before a recording is shared.
struct ScrubCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scrub",
    abstract: "Mask texts, values and names in a copy, to share it.",
    discussion: """
      Writes a copy of a recording, or of a page of export --format html, which all commands read \
      like the original. Masks have the length of the texts, and equal names get equal masks. Times, \
      counts and ids stay. Without --text and --values, all texts and values are masked.

      EXAMPLES
      signpost scrub my-recording --output shared
      signpost scrub my-recording --name 'checkout*' --name 'my-server'

      \(ExitStatus.reference)
      """)

  @Argument(
    help: ArgumentHelp("The directory of a recording, or a page.", valueName: "recording"),
    completion: .file())
  var recording: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The directory or page to write.",
      discussion: "Default: named like the recording, with -scrubbed.", valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Mask names that match, of actions, features, files, processes, machines; can be repeated.",
      valueName: "pattern"))
  var name: [String] = []

  @Flag(help: "Mask messages of log records, intervals and events.")
  var text = false

  @Flag(help: "Mask payloads, state differences, data for replays, metadata of log records.")
  var values = false

  func run() throws {
    let status = ReportCommand.status { _ in
      var options = RecordingScrubber.Options()
      options.names = name.map { NamePattern($0) }
      if text || values {
        options.masksTexts = text
        options.masksValues = values
      }
      let output =
        output
        ?? DefaultOutput.path(for: recording) { name in
          name.hasSuffix(".html")
            ? "\(name.dropLast(".html".count))-scrubbed.html" : "\(name)-scrubbed"
        }
      let result =
        try Self.isPage(recording)
        ? PageScrubber.write(recording, to: output, options: options)
        : RecordingScrubber.write(recording, to: output, options: options)
      for file in result.leftOut { Console.say("left out \(file.printable())") }
      Console.say(
        "wrote \(output.printable()): masked \(Units.count(UInt64(result.texts), "text")), "
          + Units.count(UInt64(result.names), "name"))
      return .success
    }
    if status != .success { throw status.exitCode }
  }

  private static func isPage(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension ScrubFailure: CommandFailure {
  var status: ExitStatus {
    switch self {
    case .exists, .insideSource, .notCreated: .outputUnusable
    case .unwritable: .outputFailed
    case .unknownLayout: .tracerUnavailable
    }
  }
}
