/// What one line of standard input asks for.
indirect enum LineCommand: Equatable, Sendable {
  case send(CounterFeature.Action)
  case pause(Duration)
  case waitForFacts
  case repeated(Int, LineCommand)
  case quit
}

extension LineCommand {
  /// Reads a line; `nil` where it is empty or a comment.
  init?(parsing line: String) throws(LineCommandFailure) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, !first.hasPrefix("#") else { return nil }
    try self.init(words: words[...])
  }

  private init(words: ArraySlice<Substring>) throws(LineCommandFailure) {
    let text = words.joined(separator: " ")
    switch (words.first.map(String.init), words.count) {
    case ("+", 1): self = .send(.incrementButtonTapped)
    case ("-", 1): self = .send(.decrementButtonTapped)
    case ("fact", 1): self = .send(.factButtonTapped)
    case ("timer", 1): self = .send(.toggleTimerButtonTapped)
    case ("quit", 1): self = .quit
    case ("wait", 1): self = .waitForFacts
    case ("wait", 2):
      guard let milliseconds = words.last.flatMap({ Int($0) }), milliseconds >= 0 else {
        throw .wrongNumber(text, example: "wait 500")
      }
      self = .pause(.milliseconds(milliseconds))
    case ("repeat", 3...):
      let rest = words.dropFirst()
      guard let count = rest.first.flatMap({ Int($0) }), count > 0 else {
        throw .wrongNumber(text, example: "repeat 1000 +")
      }
      self = .repeated(count, try LineCommand(words: rest.dropFirst()))
    default: throw .unknown(text)
    }
  }
}

/// Why a line is no command.
enum LineCommandFailure: Error, Equatable {
  case unknown(String)
  case wrongNumber(String, example: String)
}

extension LineCommandFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .unknown(let text):
      "unknown command '\(text)'; commands are +, -, fact, timer, wait, wait <ms>, "
        + "repeat <n> <command>, quit"
    case .wrongNumber(let text, let example):
      "'\(text)' lacks its number; write it like '\(example)'"
    }
  }
}
