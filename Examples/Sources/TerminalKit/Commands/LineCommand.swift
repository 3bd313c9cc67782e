/// The request of one line of standard input.
package indirect enum LineCommand<Action: Sendable>: Sendable {
  case send(Action, isLasting: Bool = false)
  case pause(Duration)
  case waitForEffects
  case repeated(Int, LineCommand)
  case quit
}

extension LineCommand: Equatable where Action: Equatable {}

extension LineCommand {
  /// Reads a line; `nil` where it is empty or a comment.
  package init?(
    parsing line: String, _ commands: [Command<Action>]
  ) throws(LineCommandFailure) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    try self.init(words: words[...], commands)
  }

  private init(
    words: ArraySlice<Substring>, _ commands: [Command<Action>]
  ) throws(LineCommandFailure) {
    let text = words.joined(separator: " ")
    switch (words.first.map(String.init), words.count) {
    case ("quit", 1): self = .quit
    case ("wait", 1): self = .waitForEffects
    case ("wait", 2):
      guard let milliseconds = words.last.flatMap({ Int($0) }), milliseconds >= 0 else {
        throw .wrongArgument(text, missing: "number", example: "wait 500")
      }
      self = .pause(.milliseconds(milliseconds))
    case ("repeat", 3...):
      let rest = words.dropFirst()
      guard let count = rest.first.flatMap({ Int($0) }), count > 0 else {
        throw .wrongArgument(
          text, missing: "number", example: "repeat 1000 \(commands.first?.syntax ?? "wait 1")")
      }
      self = .repeated(count, try LineCommand(words: rest.dropFirst(), commands))
    case (let word?, let count):
      guard let command = commands.first(where: { $0.word == word }),
        count == 1 || command.parameter != nil
      else { throw .unknown(text, commands: commands.map(\.syntax)) }
      self = .send(
        try command.action(words.dropFirst().joined(separator: " ")),
        isLasting: command.isLasting)
    case (nil, _): throw .unknown(text, commands: commands.map(\.syntax))
    }
  }
}

/// Why a command can't be read, or followed.
package enum LineCommandFailure: Error, Equatable {
  case unknown(String, commands: [String])
  case wrongArgument(String, missing: String, example: String)
  case impossible(String)
}

extension LineCommandFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknown(let text, let commands):
      "unknown command '\(text)'; commands are "
        + (commands + ["wait", "wait <ms>", "repeat <n> <command>", "quit"])
        .joined(separator: ", ")
    case .wrongArgument(let text, let missing, let example):
      "'\(text)' lacks its \(missing); write it like '\(example)'"
    case .impossible(let reason):
      reason
    }
  }
}
