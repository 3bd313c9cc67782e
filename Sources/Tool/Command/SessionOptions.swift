import ArgumentParser
import TraceAnalysis
import TraceExport

/// The options that select one of the sessions of a recording.
struct SessionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The root store, where there are several: its id, or the name of its feature.",
      valueName: "id or pattern"))
  var store: String?

  @Option(
    help: ArgumentHelp("The prefix of the wrapper; * stands for anything.", valueName: "pattern"))
  var prefix: String?

  @Option(
    help: ArgumentHelp(
      "The process: its id or name; * stands for anything.", valueName: "pid or pattern"))
  var process: String?

  /// The session that the options describe.
  var selection: ReplaySelection {
    ReplaySelection(
      store: store, prefix: prefix.map { NamePattern($0) },
      process: process.map { NamePattern($0) })
  }

  /// Whether no option was given.
  var isEmpty: Bool { store == nil && prefix == nil && process == nil }
}
