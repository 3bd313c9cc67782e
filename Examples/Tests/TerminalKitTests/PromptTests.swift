import ComposableCore
import Testing

@testable import TerminalKit

@Suite struct PromptTests {
  private enum Action: Equatable, Sendable {
    case alert(PresentationAction<Bool>)
  }

  private func prompt(_ alert: AlertState<Bool>) -> Prompt<Action> {
    Prompt(alert) { .alert($0) }
  }

  private let question = AlertState<Bool> {
    TextState("Delete it?")
  } actions: {
    ButtonState(role: .destructive, action: true) { TextState("Delete") }
    ButtonState(role: .cancel) { TextState("Keep") }
  } message: {
    TextState("All of it.")
  }

  @Test func theFirstLetterChoosesAButton() {
    let prompt = prompt(question)
    #expect(prompt.button(for: "d")?.action == .alert(.presented(true)))
    #expect(prompt.button(for: "k")?.action == .alert(.dismiss))
    #expect(prompt.button(for: .escape)?.action == .alert(.dismiss))
    // Return might be pressed by accident.
    #expect(prompt.button(for: .return) == nil)
    #expect(prompt.button(for: "x") == nil)
  }

  @Test func buttonsHaveNumbers() {
    let prompt = prompt(question)
    #expect(prompt.button(1)?.isDestructive == true)
    #expect(prompt.button(2)?.isCancel == true)
    for number in [Int.min, -1, 0, 3, .max] { #expect(prompt.button(number) == nil) }
  }

  @Test func anAlertWithoutButtonsCanBeClosed() {
    let prompt = prompt(AlertState { TextState("It has failed.") })
    #expect(prompt.buttons.map(\.label) == ["OK"])
    for key in [Key.return, .escape, "o"] {
      #expect(prompt.button(for: key)?.action == .alert(.dismiss))
    }
  }

  @Test func isAskedInABox() {
    #expect(
      prompt(question).lines(width: 40) == [
        "┌───────────────────────┐", "│ Delete it?            │", "│ All of it.            │",
        "│                       │", "│ [d] Delete   [k] Keep │", "└───────────────────────┘",
      ])
  }
}
