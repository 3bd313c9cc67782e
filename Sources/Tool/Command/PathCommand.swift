import ArgumentParser
import TraceAnalysis

/// Shows the critical paths of actions.
struct PathCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "path",
    abstract: "Show the path from each action to its last consequence.",
    discussion: """
      Follows each action from outside to the last of its consequences, through queues, effects, \
      the actions they send, and observers: how long that took, how the median and the 99th \
      percentile were spent, and the slowest step by step, with the slack of effects beside them.

      EXAMPLE
      signpost path my-recording --name searchButtonTapped --limit 5

      \(ExitStatus.reference)
      """)

  @Argument(help: .recordings, completion: .directory)
  var directories: [String]

  @Flag(help: "Print a JSON object; all durations are whole nanoseconds.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "How many rows a table has, or all; and how many of the slowest paths it shows: 40 and 3.",
      valueName: "count"))
  var limit: RowLimit?

  @OptionGroup(title: "Which actions paths start with")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    try limit?.validate()
  }

  func run() throws {
    try reading { progress in
      var options = CriticalPathOptions()
      options.filter = filter.filter
      if let number = limit?.number { options.slowest = number }
      options.listsChainsOnce = !json
      let report = try CriticalPathReport(
        directories: directories, options: options, onProgress: progress.handler)
      progress.clear()
      return try show(report, "followed", json: json, limit: limit)
    }
  }
}
