import ArgumentParser
import TraceAnalysis

/// Predicts the waits of users after a change.
struct WhatIfCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "whatif",
    abstract: "Predict how long users wait after a change.",
    discussion: """
      Runs the causes of a recording again with other durations: with the queues of stores, and \
      the main actor as one of them. Shows percentiles of the time from each action to its last \
      consequence, before and after, with bounds.

      A change is one of these. A name has a prefix before it if that matters; * stands for any \
      text. Observers are named by their file.
        'effect [search] queryChanged = 50%'   half as long; also of action and observer
        'action sorted = 20ms'                 always this long
        'without observers ListView'           also of actions and effects
        'beside actions sorted'                the work as an effect, off the actor
        'parallel load, fetch'                 effects that ran one after the other

      EXAMPLES
      signpost whatif my-recording 'effect [search] queryChanged = 50%'
      signpost whatif my-recording 'parallel load, fetch' 'action sorted = 5ms'

      \(ExitStatus.reference)
      """)

  @Argument(
    help: ArgumentHelp("The directory of a recording.", valueName: "directory"),
    completion: .directory)
  var recording: String

  @Argument(help: ArgumentHelp("A change; several are all made.", valueName: "change"))
  var changes: [String]

  var directories: [String] { [recording] }

  @Flag(help: "Print a JSON object; all durations are whole nanoseconds.")
  var json = false

  @Option(
    help: ArgumentHelp("How many rows a table has, or all.", valueName: "count"))
  var limit: RowLimit?

  @OptionGroup(title: "Which actions paths start with")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  func validate() throws {
    try limit?.validate()
    try OptionConflict.refuse(with: "--json", json, ["--limit": limit?.number != nil])
    _ = try parsedChanges
  }

  private var parsedChanges: [WhatIfChange] {
    get throws {
      try changes.map { text in
        do {
          return try WhatIfChange(text)
        } catch let error as WhatIfChangeError {
          throw ValidationError(error.description)
        }
      }
    }
  }

  func run() throws {
    try reading { progress in
      var options = WhatIfOptions()
      options.filter = filter.filter
      let report = try WhatIfReport(
        directories: directories, changes: try parsedChanges, options: options,
        onProgress: progress.handler)
      progress.clear()
      return try show(report, "simulated", json: json, limit: limit)
    }
  }
}

extension WhatIfError: CommandFailure {
  var status: ExitStatus { .usage }
}
