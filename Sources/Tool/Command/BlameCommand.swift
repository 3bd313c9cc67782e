import ArgumentParser
import Glibc
import TextTables
import TraceAnalysis

/// Shows the changes of properties, and their causes.
struct BlameCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show the changes of a property, and their causes.",
    discussion: """
      Lists each change of a property of the state: the action, its chain of causes, the observers \
      that reacted, and old and new value if these are recorded. Without a property, lists the \
      properties that changed. Record with --state-diffs.

      EXAMPLES
      signpost blame my-recording 'todos.*.isDone'
      signpost blame my-recording list.isLoading --expect 'changes <= 2 per search'

      EXIT STATUS
        0  every expectation is kept
        2  an expectation is broken
        3  an expectation could not be judged
      and the general ones: signpost help exit-status
      """)

  @Argument(
    help: ArgumentHelp("The directory of a recording.", valueName: "directory"),
    completion: .directory)
  var recording: String

  @Argument(
    help: ArgumentHelp(
      "A path such as todos[2].isDone, or a type and field; * stands for any text.",
      valueName: "property"))
  var properties: [String] = []

  var directories: [String] { [recording] }

  /// The output formats.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown
  }

  @Option(
    name: .customLong("format"),
    help: "Tables for people, the default; an object for programs, tables for a pull request.")
  var chosenFormat: Format?

  @Flag(help: "The same as --format json; all durations are whole nanoseconds.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "An expectation, as 'changes <= 2 per ACTION'. Can be given several times.",
      discussion: """
        Figures: changes, returns (to an earlier value of the chain), observers. Scope: per chain, \
        per ACTION (name or prefix), or the recording.
        """, valueName: "expectation"))
  var expect: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many rows a table has, or all; and how many changes are listed.", valueName: "count"))
  var limit: RowLimit?

  @OptionGroup(title: "Which actions made the changes")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    try OptionConflict.refuse(json: json, format: chosenFormat)
    try limit?.validate()
    guard expect.isEmpty || !properties.isEmpty else {
      throw ValidationError("--expect is about a property: name it after the recording.")
    }
    _ = try expectations
  }

  private var format: Format { json ? .json : chosenFormat ?? .text }

  private var expectations: [BlameExpectation] {
    get throws {
      try expect.map { text in
        do {
          return try BlameExpectation(text)
        } catch let error as BlameExpectationError {
          throw ValidationError(error.description)
        }
      }
    }
  }

  func run() throws {
    try reading { progress in
      var options = BlameOptions()
      options.filter = filter.filter
      options.expectations = try expectations
      options.listed = properties.isEmpty ? 0 : limit?.number
      let report = try BlameReport(
        directories: directories,
        of: properties.isEmpty ? [.all] : properties.map { PropertyPattern($0) },
        options: options, onProgress: progress.handler)
      progress.clear()
      let verdict = TraceVerdict(report, "examined", loss)
      try show(report, verdict)
      if let message = verdict.message { Console.say(message) }
      switch verdict.status {
      case .success: return status(of: report)
      case .usage where !expect.isEmpty: return status(of: report)
      case .eventsLost:
        // Expectations have their message beside the losses, which are the status.
        _ = status(of: report)
        return .eventsLost
      case let status: return status
      }
    }
  }

  private func show(_ report: BlameReport, _ verdict: TraceVerdict) throws {
    if format == .json {
      return try Console.write(data: try report.json() + "\n", to: STDOUT_FILENO)
    }
    guard verdict.hasContent else { return }
    let layout = TextLayout(STDOUT_FILENO, limit?.rows, isMarkdown: format == .markdown)
    try Console.write(
      report.text(layout, listsChanges: !properties.isEmpty), to: STDOUT_FILENO)
  }

  /// A gate that could not judge has not passed.
  private func status(of report: BlameReport) -> ExitStatus {
    let open = report.expectations.filter { $0.outcome != .kept }
    for verdict in open { Console.say(verdict.text) }
    if open.contains(where: { $0.outcome == .broken }) { return .worse }
    return open.isEmpty ? .success : .notJudged
  }
}
