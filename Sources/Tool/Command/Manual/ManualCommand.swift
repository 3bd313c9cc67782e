import ArgumentParser
import Foundation

/// Writes the pages of the manual, which `make install` installs.
///
/// The pages are generated from the output of `--help`, so they cannot diverge from it.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual",
    abstract: "Writes the pages of the manual into a directory.",
    shouldDisplay: false)

  @Option(help: "The date that stands in the pages, as 2026-01-31.")
  var date = ""

  @Argument(help: "A directory that exists.", completion: .directory)
  var directory: String

  func run() throws {
    let place = URL(fileURLWithPath: directory, isDirectory: true)
    for page in try Self.pages(date: date) {
      let file = place.appendingPathComponent(page.fileName)
      do {
        try Data(page.source.utf8).write(to: file)
      } catch {
        throw ManualFailure(path: file.path, reason: error.localizedDescription)
      }
    }
  }

  /// A page that could not be written.
  private struct ManualFailure: CommandFailure {
    let path: String
    let reason: String
    var status: ExitStatus { .outputUnusable }
    var message: String? { "\(path) cannot be written: \(reason)" }
  }

  /// A page for each command listed in the help.
  static func pages(date: String) throws -> [ManualPage] {
    pages(
      of: Signpost.self, described: try CommandDescription(dump: Signpost._dumpHelp()), date: date)
  }

  private static func pages(
    of command: any ParsableCommand.Type, described description: CommandDescription, date: String
  ) -> [ManualPage] {
    let isRoot = command == Signpost.self
    let page = ManualPage(
      command: description, usage: Signpost.usageString(for: command), date: date,
      related: ["lttng", "babeltrace2"], environment: isRoot ? environment : [])
    let types = command.configuration.subcommands
    return description.visibleSubcommands.reduce(into: [page]) { pages, subcommand in
      guard let type = types.first(where: { $0._commandName == subcommand.commandName }) else {
        return
      }
      pages += Self.pages(of: type, described: subcommand, date: date)
    }
  }

  private static let environment = [
    (name: "SIGNPOST_TRACING", meaning: "If it is 0, off, no or false, a program is not traced."),
    (
      name: "SIGNPOST_STORES",
      meaning: "If it is 1, on, yes or true, a program traces all of its stores, as with "
        + "record --all-stores."
    ),
    (
      name: "SIGNPOST_MESSAGES",
      meaning:
        "If it is 0, off, no or false, a program records no messages of intervals and events."
    ),
    (
      name: "SIGNPOST_SAMPLE",
      meaning:
        "The part of all chains of actions that a program records, as 1/100: record --sample."
    ),
    (
      name: "SIGNPOST_MAX_RATE",
      meaning:
        "The number of actions in a second beyond which a program leaves out chains, as 50000: "
        + "record --max-rate."
    ),
    (name: "LTTNG_HOME", meaning: "Where the session daemon of a user is found, instead of HOME."),
    (name: "NO_COLOR", meaning: "If it is not empty, no colors are printed."),
    (name: "COLUMNS", meaning: "The width of tables, instead of the terminal's."),
    (name: "TMPDIR", meaning: "Where temporary files go, instead of /tmp."),
    (
      name: "XDG_CACHE_HOME",
      meaning: "The directory for the indices of signpost view, instead of ~/.cache."
    ),
  ]
}
