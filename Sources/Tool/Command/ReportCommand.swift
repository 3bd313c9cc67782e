import ArgumentParser
import Glibc
import TraceAnalysis

extension ReportOptions.Grouping: ExpressibleByArgument {}
extension ReportOptions.Order: ExpressibleByArgument {}

struct ReportCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show the durations and counts of a recording.",
    discussion: """
      Prints the number and the durations of each action, the outcomes of each effect, the \
      slowest single actions and effects with their causes, effects without an end, and losses.

      EXAMPLES
      signpost report my-recording --sort self --limit 10 --prefix todos
      signpost report my-recording --functions --name search

      \(ExitStatus.reference)
      """)

  /// The output formats of a report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv, markdown
  }

  @Argument(help: .recordings, completion: .directory)
  var directories: [String]

  @Option(
    name: .customLong("format"),
    help: "Tables for people, the default; an object for programs, rows for spreadsheets.")
  var chosenFormat: Format?

  @Flag(help: "The same as --format json; all durations are whole nanoseconds.")
  var json = false

  @Option(help: "Set rows of actions and effects apart by this; otherwise all are summed up.")
  var by: ReportOptions.Grouping?

  @Option(help: "The order of actions and effects, total by default; of functions, self or total.")
  var sort: ReportOptions.Order?

  @Flag(help: "A row for each level of an action: one for each of several nested wrappers.")
  var unfold = false

  @Flag(help: "Instead, the functions in which actions spend processor time: record --cpu-profile.")
  var functions = false

  @Option(
    name: .customLong("limit"),
    help: ArgumentHelp(
      "How many rows a table of text or Markdown has, or all; and how many of the slowest it lists.",
      valueName: "count"))
  var chosenLimit: RowLimit?

  /// An earlier name of `--limit`.
  @Option(name: .customLong("top"), help: .hidden)
  var formerLimit: RowLimit?

  private var limit: RowLimit? { chosenLimit ?? formerLimit }
  private var format: Format { json ? .json : chosenFormat ?? .text }

  @OptionGroup(title: "Filters")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    try OptionConflict.refuse(json: json, format: chosenFormat)
    try OptionConflict.refuseSeveral(of: [
      "--limit": chosenLimit != nil, "--top": formerLimit != nil,
    ])
    try OptionConflict.refuse(with: "--functions", functions, ["--unfold": unfold])
    if functions, by != nil || ![nil, .self, .total].contains(sort) {
      throw ValidationError("--functions takes --sort self or --sort total, and no --by.")
    }
    try limit?.validate()
    try OptionConflict.refuse(
      with: "--format csv", format == .csv, ["--limit": limit?.number != nil])
    try OptionConflict.refuse(
      with: "--functions and JSON", functions && format == .json, ["--limit": limit?.number != nil])
  }

  func run() throws {
    var printer = ReportPrinter(directories: directories)
    printer.loss = loss
    printer.format = format
    printer.options.filter = filter.filter
    printer.options.grouping = by
    printer.options.unfoldsLevels = unfold
    printer.options.order = sort ?? (functions ? .self : .total)
    printer.showsFunctions = functions
    if let limit {
      if let number = limit.number { printer.options.slowest = number }
      printer.rows = limit.rows
    }
    let status = printer.print()
    if status != .success { throw status.exitCode }
  }
}
