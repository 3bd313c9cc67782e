import ComposableArchitecture
import TerminalKit

/// An alert or a dialog on a terminal: each button is a command.
struct Prompt<Action: Sendable> {
  private let title: String
  private let message: String?
  /// The buttons, whose words and keys are the first word and letter of their labels.
  let commands: [Command<Action>]

  init<Answer>(
    _ alert: AlertState<Answer>, action embed: (PresentationAction<Answer>) -> Action
  ) {
    self.init(title: alert.title, message: alert.message, buttons: alert.buttons, embed)
  }

  init<Answer>(
    _ dialog: ConfirmationDialogState<Answer>,
    action embed: (PresentationAction<Answer>) -> Action
  ) {
    self.init(title: dialog.title, message: dialog.message, buttons: dialog.buttons, embed)
  }

  private init<Answer>(
    title: TextState, message: TextState?, buttons: [ButtonState<Answer>],
    _ embed: (PresentationAction<Answer>) -> Action
  ) {
    self.title = String(state: title)
    self.message = message.map { String(state: $0) }
    let dismissal = ButtonState<Answer>(role: .cancel) { TextState("OK") }
    commands = (buttons.isEmpty ? [dismissal] : buttons).map { button in
      let label = String(state: button.label)
      let word = label.lowercased().split(separator: " ").first.map(String.init) ?? label
      return Command(
        word,
        keys: word.first.map { [.character($0)] + (button.role == .cancel ? [.escape] : []) }
          ?? [], label: label, help: "answer “\(label)”",
        sends: button.withAction { embed($0.map(PresentationAction.presented) ?? .dismiss) })
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
