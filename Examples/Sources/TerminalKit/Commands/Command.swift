/// A command that a user can give to a program: with a key on a terminal, with a word in a line of
/// its input.
package struct Command<Action: Sendable>: Sendable {
  package typealias Parameter = CommandParameter

  package let word: String
  package let keys: [Key]
  package let label: String
  package let parameter: Parameter?
  /// Whether the effect of the action runs until it is stopped, so that its end is not awaited.
  package let isLasting: Bool
  package let help: String
  fileprivate let makeAction: @Sendable (_ argument: String) throws(LineCommandFailure) -> Action?

  /// A command that always sends the same action.
  ///
  /// - Parameters:
  ///   - keys: The keys that stand for it, of which the first is shown.
  ///   - label: The effect of the command, in a word.
  ///   - help: The effect of the command, in a few words.
  package init(
    _ word: String, keys: [Key], label: String, help: String, isLasting: Bool = false,
    sends action: Action
  ) {
    self.word = word
    self.keys = keys
    self.label = label
    self.help = help
    self.isLasting = isLasting
    parameter = nil
    makeAction = { _ in action }
  }

  /// A command whose action depends on its argument.
  ///
  /// - Parameter makeAction: The action, or `nil` where the argument makes no sense. Throws where
  ///   it makes sense, and still cannot be followed.
  package init(
    _ word: String, keys: [Key], label: String, help: String, isLasting: Bool = false,
    parameter: Parameter,
    sends makeAction:
      @escaping @Sendable (_ argument: String) throws(LineCommandFailure) -> Action?
  ) {
    self.word = word
    self.keys = keys
    self.label = label
    self.help = help
    self.isLasting = isLasting
    self.parameter = parameter
    self.makeAction = makeAction
  }

  private init<Part>(
    _ command: Command<Part>, keys: [Key], embed: @escaping @Sendable (Part) -> Action
  ) {
    word = command.word
    self.keys = keys
    label = command.label
    parameter = command.parameter
    isLasting = command.isLasting
    help = command.help
    makeAction = { argument throws(LineCommandFailure) in
      try command.makeAction(argument).map(embed)
    }
  }

  /// The same command of a feature that this one's is a part of.
  package func map<Whole>(
    _ embed: @escaping @Sendable (Action) -> Whole
  ) -> Command<Whole> {
    Command<Whole>(self, keys: keys, embed: embed)
  }

  /// The same command with other keys.
  package func with(keys: [Key]) -> Self {
    Self(self, keys: keys) { $0 }
  }

  /// The action of this command.
  package func action(_ argument: String) throws(LineCommandFailure) -> Action {
    guard let action = try makeAction(argument) else {
      throw .wrongArgument(
        [word, argument].filter { !$0.isEmpty }.joined(separator: " "),
        missing: parameter?.names.joined(separator: " and ") ?? "",
        example: "\(word) \(parameter?.example ?? "")")
    }
    return action
  }

  /// How a line with this command looks.
  package var syntax: String {
    parameter.map { "\(word) \($0.syntax)" } ?? word
  }
}

extension Command {
  /// The keys and their labels, as a list for the bottom of a screen.
  package static func bar(_ commands: [Self]) -> [String] {
    let hints = commands.compactMap { command in
      command.keys.first.map { "\($0.name) \(command.label)" }
    }
    return commands.contains { $0.keys.contains("q") } ? hints : hints + ["q quit"]
  }

  /// The commands, explained for `--help`.
  package static func help(_ commands: [Self]) -> String {
    let entries =
      commands.map { ($0.syntax, $0.help) } + [
        ("wait", "wait until everything that was asked for is there"),
        ("wait <ms>", "wait that many milliseconds"),
        ("repeat <n> <command>", "do something several times"),
        ("quit", "end without waiting"),
      ]
    // With text fields, keys do not select commands.
    let keys =
      commands.contains { !$0.keys.isEmpty }
      ? "On a terminal, single keys are commands."
      : "On a terminal, the last lines of the screen list the keys."
    return """
      \(keys) Otherwise each line of standard input is one:

      \(table(entries).joined(separator: "\n"))

      Empty lines and lines that begin with # are passed over. An unknown command is reported and \
      passed over too; the exit code is then 65.
      """
  }

  /// The commands as lines: syntax and effect of each.
  package static func table(_ commands: [Self]) -> [String] {
    table(commands.map { ($0.syntax, $0.help) })
  }

  private static func table(_ entries: [(syntax: String, help: String)]) -> [String] {
    let width = entries.map(\.syntax.count).max() ?? 0
    return entries.map { syntax, help in "  \(syntax.padded(to: width))  \(help)" }
  }
}
