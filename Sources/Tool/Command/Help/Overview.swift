import ArgumentParser

/// The commands, grouped by purpose: the output of `signpost`, on one screen of 80 columns and 24
/// lines.
enum Overview {
  static let text: String = {
    var lines: [String] = []
    for group in Signpost.configuration.groupedSubcommands {
      var heading = group.name
      for command in group.subcommands {
        lines.append(
          line(heading, command._commandName, command.configuration.abstract.droppingPeriod))
        heading = ""
      }
    }
    lines.append(
      "signpost COMMAND --help lists options. See also: help exit-status, --version.")
    return lines.joined(separator: "\n")
  }()

  private static func line(_ heading: String, _ name: String, _ abstract: String) -> String {
    func padded(_ text: String, to width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 1))
    }
    return padded(heading, to: 11) + padded(name, to: 10) + abstract
  }
}

extension String {
  fileprivate var droppingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
