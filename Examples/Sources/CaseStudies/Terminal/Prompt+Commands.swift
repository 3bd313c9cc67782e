import ComposableArchitecture
import TerminalKit

/// A prompt whose buttons are commands of a study.
extension Prompt {
  /// The buttons, whose words and keys are the first word and letter of their labels.
  var commands: [Command<Action>] {
    buttons.map { button in
      let word = button.label.lowercased().split(separator: " ").first.map(String.init)
      return Command(
        word ?? button.label,
        keys: button.key.map { [.character($0)] + (button.isCancel ? [.escape] : []) } ?? [],
        label: button.label, help: "answer “\(button.label)”", sends: button.action)
    }
  }

  /// A box with the question.
  func lines(width: Int, usesColor: Bool) -> [String] {
    ([title] + (message.map { [$0] } ?? [])).map(\.printable).boxed(to: width)
  }

  /// The question, in a line.
  var summary: String { "? \(title.printable)" }
}

extension PresentationAction {
  /// The action of a feature that the presented one is a part of.
  func map<Whole>(_ embed: (Action) -> Whole) -> PresentationAction<Whole> {
    switch self {
    case .dismiss: .dismiss
    case .presented(let action): .presented(embed(action))
    }
  }
}
