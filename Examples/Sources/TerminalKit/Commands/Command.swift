/// Something a user can ask a program for: with a key on a terminal, with a word in a line of its
/// input.
package struct Command<Action: Sendable>: Sendable {
  /// What follows the word in a line, and what a terminal asks for once the key was pressed.
  package struct Parameter: Sendable {
    /// What its words are, such as "number".
    package let names: [String]
    /// An argument that makes sense.
    package let example: String

    package init(_ names: String..., example: String) {
      self.names = names
      self.example = example
    }

    var syntax: String { names.map { "<\($0)>" }.joined(separator: " ") }
  }

  package let word: String
  package let keys: [Key]
  package let label: String
  package let parameter: Parameter?
  /// Whether the effect of the action runs until it is stopped, so that its end is not awaited.
  package let isLasting: Bool
  fileprivate let help: String
  private let makeAction: @Sendable (_ argument: String) -> Action?

  /// A command that always sends the same action.
  ///
  /// - Parameters:
  ///   - keys: The keys that stand for it, of which the first is shown.
  ///   - label: What it does, in a word.
  ///   - help: What it does, in a few words.
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
  /// - Parameter makeAction: The action, or `nil` where the argument makes no sense.
  package init(
    _ word: String, keys: [Key], label: String, help: String, parameter: Parameter,
    sends makeAction: @escaping @Sendable (_ argument: String) -> Action?
  ) {
    self.word = word
    self.keys = keys
    self.label = label
    self.help = help
    self.isLasting = false
    self.parameter = parameter
    self.makeAction = makeAction
  }

  /// The action of this command.
  package func action(_ argument: String) throws(LineCommandFailure) -> Action {
    guard let action = makeAction(argument) else {
      throw .wrongArgument(
        [word, argument].filter { !$0.isEmpty }.joined(separator: " "),
        missing: parameter?.names.joined(separator: " and ") ?? "",
        example: "\(word) \(parameter?.example ?? "")")
    }
    return action
  }

  /// How a line with this command looks.
  var syntax: String {
    parameter.map { "\(word) \($0.syntax)" } ?? word
  }
}

extension Command {
  /// What there is to press, as a list for the bottom of a screen.
  package static func bar(_ commands: [Self]) -> [String] {
    commands.compactMap { command in command.keys.first.map { "\($0.name) \(command.label)" } }
      + ["q quit"]
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
    let width = entries.map(\.0.count).max() ?? 0
    let lines = entries.map { syntax, help in
      "  " + syntax + String(repeating: " ", count: width - syntax.count + 2) + help
    }
    return """
      On a terminal, single keys are commands. Otherwise each line of standard input is one:

      \(lines.joined(separator: "\n"))

      Empty lines and lines that begin with # are passed over. An unknown command is reported and \
      passed over too; the exit code is then 65.
      """
  }
}
