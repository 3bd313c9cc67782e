import ComposableCore

/// An alert or a dialog as front ends show it: each of its buttons is an action of the program.
package struct Prompt<Action: Sendable>: Sendable {
  package struct Button: Sendable {
    package let label: String
    package let isDestructive: Bool
    package let isCancel: Bool
    package let action: Action

    /// The key that selects the button: the first letter of its label.
    package var key: Character? { label.lowercased().first }
  }

  package let title: String
  package let message: String?
  package let buttons: [Button]

  /// - Parameter embed: The action of the program for one of the alert.
  package init<AlertAction>(
    _ alert: AlertState<AlertAction>, action embed: (PresentationAction<AlertAction>) -> Action
  ) {
    self.init(title: alert.title, message: alert.message, buttons: alert.buttons, embed)
  }

  /// - Parameter embed: The action of the program for one of the dialog.
  package init<DialogAction>(
    _ dialog: ConfirmationDialogState<DialogAction>,
    action embed: (PresentationAction<DialogAction>) -> Action
  ) {
    self.init(title: dialog.title, message: dialog.message, buttons: dialog.buttons, embed)
  }

  private init<Answer>(
    title: TextState, message: TextState?, buttons: [ButtonState<Answer>],
    _ embed: (PresentationAction<Answer>) -> Action
  ) {
    self.title = String(state: title)
    self.message = message.map { String(state: $0) }
    // An alert without buttons has one that closes it, as it has where there are windows.
    let dismissal = ButtonState<Answer>(role: .cancel) { TextState("OK") }
    self.buttons = (buttons.isEmpty ? [dismissal] : buttons).map { button in
      Button(
        label: String(state: button.label), isDestructive: button.role == .destructive,
        isCancel: button.role == .cancel,
        action: button.withAction { embed($0.map(PresentationAction.presented) ?? .dismiss) })
    }
  }

  /// The button whose action is sent if the alert is closed without an answer.
  package var cancellation: Button? { buttons.first(where: \.isCancel) }

  /// The button that a key chooses, if any.
  package func button(for key: Key) -> Button? {
    switch key {
    case .escape: cancellation
    case .return: buttons.count == 1 ? buttons[0] : nil
    case .character(let character): buttons.first { $0.key == character }
    default: nil
    }
  }

  /// The button with a number from 1 on.
  package func button(_ number: Int) -> Button? {
    buttons.element(numbered: number)
  }

  /// A box with the question, and the keys of the answers.
  package func lines(width: Int) -> [String] {
    let room = width - 4
    var lines = title.printable.wrapped(to: room)
    lines += message.map { $0.printable.wrapped(to: room) } ?? []
    lines += [""]
    lines += buttons.map { "[\($0.key.map(String.init) ?? "")] \($0.label)".printable }
      .wrapped(to: room, separator: "   ")
    let inner = lines.map(\.count).max() ?? 0
    let edge = String(repeating: "─", count: inner + 2)
    return ["┌\(edge)┐"] + lines.map { "│ \($0.padded(to: inner)) │" } + ["└\(edge)┘"]
  }
}
