import ArgumentParser
import Glibc
import TraceAnalysis

/// Prints the events of a recording.
struct EventsCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Print the events of a recording, one per line.",
    discussion: """
      Lines are in the order of time: begins and ends of actions, effects, intervals, observers and \
      stores, and all other events. An end has the duration. In JSON lines (--json), ids and times \
      since the Unix epoch are strings.

      EXAMPLE
      signpost events my-recording --prefix todos --from 1.5s --to 1.7s

      \(ExitStatus.reference)
      """)

  @Argument(help: .recordings, completion: .directory)
  var directories: [String]

  @Flag(help: "Print a JSON object on each line.")
  var json = false

  @OptionGroup(title: "Filters")
  var filter: FilterOptions

  @OptionGroup
  var loss: LossOptions

  func run() throws {
    try reading(to: STDOUT_FILENO) { progress in
      var reader = TraceReader(directories: directories)
      reader.onProgress = progress.handler
      let lines = EventLines(reader, isJSON: json) { lines in
        if isatty(STDOUT_FILENO) == 1 {
          try Console.write(data: String(decoding: lines, as: UTF8.self), to: STDOUT_FILENO)
        } else {
          try Console.write(lines, to: STDOUT_FILENO)
        }
      }
      let summary = try reader.read(into: [lines], filter: filter.filter)
      progress.clear()
      return conclude(summary, "printed")
    }
  }
}
