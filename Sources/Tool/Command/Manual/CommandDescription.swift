import Foundation

/// A command and its options, in the argument parser's format for other tools.
struct CommandDescription: Decodable, Equatable {
  /// An argument, an option or a flag.
  struct Argument: Decodable, Equatable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable, Equatable {
      let kind: String
      let name: String

      /// With its hyphens.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let kind: Kind
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let discussion: String?
    let defaultValue: String?
    let allValues: [String]?
    let sectionTitle: String?
    let isRepeating: Bool
    let shouldDisplay: Bool
  }

  let commandName: String
  let superCommands: [String]?
  let abstract: String?
  let discussion: String?
  let shouldDisplay: Bool
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  /// The names of the command and its ancestors, its own last.
  var path: [String] { (superCommands ?? []) + [commandName] }

  /// The arguments listed in the help.
  var visibleArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The subcommands listed in the help, except the one that prints help.
  var visibleSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// Decodes the output of `--experimental-dump-help`.
  init(dump: String) throws {
    struct Dump: Decodable { let command: CommandDescription }
    self = try JSONDecoder().decode(Dump.self, from: Data(dump.utf8)).command
  }
}
