/// A page of the manual, for `man`.
struct ManualPage {
  let command: CommandDescription
  /// The line that shows how to invoke the command.
  let usage: String
  /// The date of the command's build, as 2026-01-31.
  let date: String
  /// The pages to read next, besides the pages of the parent command and the subcommands.
  var related: [String] = []
  /// Environment variables, and their effects.
  var environment: [(name: String, meaning: String)] = []

  /// The name of the page, and of its file.
  var name: String { command.path.joined(separator: "-") }
  var fileName: String { name + ".1" }

  /// The source of the page, in the macros of man(7).
  var source: String {
    var roff = Roff()
    roff.title(name, date: date)
    roff.request("SH", "NAME")
    roff.name(name, Self.lowercasingFirst(command.abstract ?? ""))
    roff.request("SH", "SYNOPSIS")
    roff.synopsis(command: command.path.joined(separator: " "), usage: usage)
    appendDiscussion(to: &roff)
    appendCommands(to: &roff)
    appendArguments(to: &roff)
    if !environment.isEmpty {
      roff.request("SH", "ENVIRONMENT")
      for variable in environment {
        roff.tagged([(variable.name, .bold)], [variable.meaning])
      }
    }
    appendSections(to: &roff)
    roff.request("SH", "SEE ALSO")
    roff.references(
      (command.superCommands.map { [$0.joined(separator: "-")] } ?? [])
        + command.visibleSubcommands.map { $0.path.joined(separator: "-") } + related)
    return roff.text
  }

  private var discussion: [DiscussionBlock] { DiscussionBlock.blocks(of: command.discussion ?? "") }

  /// The description of the command itself, before its options.
  private func appendDiscussion(to roff: inout Roff) {
    let blocks = discussion.prefix { $0.heading == nil }
    guard !blocks.isEmpty else { return }
    roff.request("SH", "DESCRIPTION")
    for (number, block) in blocks.enumerated() {
      if number > 0 { roff.request("PP") }
      roff.append(block)
    }
  }

  /// The sections with headings of their own, such as EXIT STATUS.
  private func appendSections(to roff: inout Roff) {
    for block in discussion.drop(while: { $0.heading == nil }) {
      if let heading = block.heading { roff.request("SH", heading) } else { roff.request("PP") }
      roff.append(block)
    }
  }

  private func appendCommands(to roff: inout Roff) {
    guard !command.visibleSubcommands.isEmpty else { return }
    roff.request("SH", "COMMANDS")
    for subcommand in command.visibleSubcommands {
      let page = subcommand.path.joined(separator: "-")
      roff.tagged([(page, .bold), ("(1)", .roman)], [subcommand.abstract ?? ""])
    }
  }

  private func appendArguments(to roff: inout Roff) {
    let positionals = command.visibleArguments.filter { $0.kind == .positional }
    if !positionals.isEmpty {
      roff.request("SH", "ARGUMENTS")
      for argument in positionals { roff.append(argument) }
    }
    let options = command.visibleArguments.filter { $0.kind != .positional }
    guard !options.isEmpty else { return }
    roff.request("SH", "OPTIONS")
    for option in options where option.sectionTitle == nil { roff.append(option) }
    var titles: [String] = []
    for title in options.compactMap(\.sectionTitle) where !titles.contains(title) {
      titles.append(title)
    }
    for title in titles {
      roff.request("SS", title)
      for option in options where option.sectionTitle == title { roff.append(option) }
    }
  }

  /// The form of a name's description in the manual: lower case, unless the first word is an
  /// abbreviation.
  private static func lowercasingFirst(_ text: String) -> String {
    let sentence = text.hasSuffix(".") ? text.dropLast() : text[...]
    guard let first = sentence.first, sentence.dropFirst().first?.isLowercase == true else {
      return String(sentence)
    }
    return first.lowercased() + sentence.dropFirst()
  }
}
