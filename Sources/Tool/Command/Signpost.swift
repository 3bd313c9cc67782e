import ArgumentParser
import Foundation

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
      signpost start night --on-slow 16ms   record in the background: status, snapshot, stop
      signpost top -- ./my-program          its activity while it runs
      signpost report my-recording          tables for people
      signpost report my-recording --json   the same for programs
      signpost findings my-recording        mistakes and their corrections
      signpost view my-recording            a timeline in the browser
      signpost path my-recording            the critical path of each action
      signpost events my-recording          the events, a line each
      signpost diff before after            actions that became slower or faster
      signpost export my-recording …        the recording for other tools
      signpost extract my-recording         a session for tests to replay
      signpost doctor                       whether recording works on this machine
      signpost collect                      receive the recordings of other machines

      EXIT STATUS
      \(ExitStatus.table)
      """,
    subcommands: [
      RecordCommand.self,
      StartCommand.self,
      StatusCommand.self,
      SnapshotCommand.self,
      StopCommand.self,
      TopCommand.self,
      ReportCommand.self,
      FindingsCommand.self,
      ViewCommand.self,
      PathCommand.self,
      EventsCommand.self,
      DiffCommand.self,
      ExportCommand.self,
      ExtractCommand.self,
      CollectCommand.self,
      ManualCommand.self,
      DoctorCommand.self,
    ])

  // Not the parser's own option, which the help of each subcommand would list.
  @Flag(help: "Show the versions of signpost, the trace schema, LTTng and libbabeltrace2.")
  var version = false

  func run() throws {
    guard version else { throw CleanExit.helpRequest(self) }
    try Console.write(VersionReport.text + "\n", to: STDOUT_FILENO)
  }

  static func main() {
    StandardOutput.checkAtExit()
    main(nil)
  }
}
