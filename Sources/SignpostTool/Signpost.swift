import ArgumentParser

@main
struct Signpost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signpost",
    abstract: "Shows where the time of a composable program goes.",
    discussion: """
      signpost report my-recording          tables for people
      signpost report my-recording --json   the same for programs

      EXIT STATUS
      \(ExitStatus.table)
      """,
    subcommands: [
      ReportCommand.self
    ])
}
