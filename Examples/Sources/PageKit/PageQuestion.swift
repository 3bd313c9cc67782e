import TerminalKit

/// An alert as a page shows it. The command `choose` with the number of a button answers it.
package struct PageQuestion: Encodable, Equatable, Sendable {
  struct Answer: Encodable, Equatable {
    let label: String
    let isCancel: Bool
    let isDestructive: Bool
  }

  let title: String
  let message: String?
  let buttons: [Answer]

  package init<Action>(_ prompt: Prompt<Action>) {
    title = prompt.title
    message = prompt.message
    buttons = prompt.buttons.map {
      Answer(label: $0.label, isCancel: $0.isCancel, isDestructive: $0.isDestructive)
    }
  }
}
