import Observation

/// Asks for the argument of a command, at the bottom of a screen.
@MainActor
@Observable
final class CommandPrompt<Action: Sendable> {
  private var command: Command<Action>?
  private var text = ""
  private var failure: LineCommandFailure?

  var isOpen: Bool { command != nil }

  func open(_ command: Command<Action>) {
    self.command = command
    text = ""
    failure = nil
  }

  /// The question, and the text that was typed so far; `nil` without a question.
  func lines(width: Int) -> [String]? {
    guard let command, let parameter = command.parameter else { return nil }
    return (failure?.description.wrapped(to: width) ?? [])
      + ["\(command.label) \(parameter.syntax): \(text.printable)_", "return ok   escape cancel"]
  }

  /// Takes a key.
  ///
  /// - Parameter send: Called once all that the command needs was typed.
  func take(_ key: Key, send: (Action) throws(LineCommandFailure) -> Void) {
    guard let command else { return }
    switch key {
    case .character(let character): text.append(character)
    case .backspace: if !text.isEmpty { text.removeLast() }
    case .escape: self.command = nil
    case .return:
      do throws(LineCommandFailure) {
        try send(command.action(text))
        self.command = nil
      } catch {
        failure = error
      }
    default: break
    }
  }
}
