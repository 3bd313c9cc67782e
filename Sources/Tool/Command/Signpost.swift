import ArgumentParser
import TextTables

#if !Tools
  #error("The command needs the trait 'Tools' of composable-signpost.")
#endif

@main
struct Signpost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signpost",
    abstract: "Shows where the time of a composable program goes.",
    discussion: """
      signpost record -- ./my-program       run a program and record its features
      signpost record --attach my-server    record a program that runs already
      signpost start night --on-slow 16ms   record in the background: status, set, snapshot, stop
      signpost top -- ./my-program          its activity while it runs
      signpost report my-recording          tables for people
      signpost report my-recording --json   the same for programs
      signpost findings my-recording        mistakes and their corrections
      signpost view my-recording            a timeline in the browser
      signpost path my-recording            the critical path of each action
      signpost whatif my-recording …        how long users wait after a change
      signpost blame my-recording           the changes of properties, and their causes
      signpost races my-recording           actions whose order is chance, and matters
      signpost events my-recording          the events, a line each
      signpost diff before after            actions that became slower or faster
      signpost export my-recording …        the recording for other tools
      signpost extract my-recording         a session for tests to replay
      signpost corpus sessions              the sessions that cover the others
      signpost scrub my-recording           a copy without texts and values
      signpost doctor                       whether recording works on this machine
      signpost collect                      receive the recordings of other machines

      EXIT STATUS
      \(ExitStatus.table)
      """,
    subcommands: [ManualCommand.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Record",
        subcommands: [
          RecordCommand.self, StartCommand.self, StatusCommand.self, SetCommand.self,
          SnapshotCommand.self, StopCommand.self, CollectCommand.self, DoctorCommand.self,
        ]),
      CommandGroup(
        name: "Look",
        subcommands: [
          ReportCommand.self, FindingsCommand.self, PathCommand.self, WhatIfCommand.self,
          BlameCommand.self, RacesCommand.self, EventsCommand.self, ViewCommand.self,
          TopCommand.self,
        ]),
      CommandGroup(
        name: "Compare", subcommands: [DiffCommand.self, ExtractCommand.self, CorpusCommand.self]),
      CommandGroup(
        name: "Share", subcommands: [ExportCommand.self, ScrubCommand.self]),
    ])

  // Not the parser's own option, which the help of each subcommand would list.
  @Flag(help: "Show the versions of signpost, the trace schema, LTTng and libbabeltrace2.")
  var version = false

  func run() throws {
    let text = version ? VersionReport.text : Overview.text
    try Console.output(text + "\n")
  }

  static func main() {
    StandardOutput.checkAtExit()
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments {
    case ["-h"], ["--help"], [helpName], [helpName, helpName]: main([])
    case [helpName, ExitStatus.topic]: print(ExitStatus.table)
    default:
      // The parser would report an unexpected argument.
      let name = arguments.first == helpName ? arguments[1] : arguments.first
      if let name, !name.hasPrefix("-"), command(name) == nil {
        exit(
          withError: ValidationError(
            "There is no command '\(name)'."
              + name.suggestion(from: commandNames + [ExitStatus.topic])))
      }
      main(nil)
    }
  }

  /// The command of the parser that prints the help of another one.
  private static let helpName = "help"

  /// The command of this name.
  static func command(_ name: String) -> (any ParsableCommand.Type)? {
    configuration.subcommands.first { $0._commandName == name }
  }

  /// The names of the commands that help lists.
  static var commandNames: [String] {
    // Key paths of metatypes crash the compiler.
    configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
  }
}
