import ArgumentParser

@main
struct Signpost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "signpost",
    abstract: "Records and reads traces of composable programs.",
    subcommands: [RecordCommand.self]
  )
}
