import ComposableArchitecture
import TerminalKit

struct DraftLetterView: StudyView {
  let store: StoreOf<DraftLetter>

  private var prompt: Prompt<DraftLetter.Action>? {
    switch store.destination {
    case .alert(let alert): Prompt(alert) { .destination($0.map { .alert($0) }) }
    case .dialog(let dialog): Prompt(dialog) { .destination($0.map { .dialog($0) }) }
    case nil: nil
    }
  }

  var currentCommands: [Command<DraftLetter.Action>] {
    if let prompt { return prompt.commands }
    guard store.fate == nil else {
      return [
        Command(
          "again", keys: ["a"], label: "another letter", help: "write another letter",
          sends: .startAgainButtonTapped)
      ]
    }
    return [
      Command(
        "send", keys: ["s"], label: "send", help: "send the letter, after a choice",
        sends: .sendButtonTapped),
      Command(
        "discard", keys: ["d"], label: "discard", help: "discard the letter, after an alert",
        sends: .discardButtonTapped),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    ["The letter \(state)."]
      + (prompt.map { [""] + $0.lines(width: width, usesColor: usesColor) } ?? [])
  }

  private var state: String {
    switch store.fate {
    case .discarded: "is discarded"
    case .sent(let speed): "is sent, \(speed.rawValue)"
    case nil: "is written"
    }
  }

  var summary: String { ([state] + (prompt.map { [$0.summary] } ?? [])).joined(separator: " | ") }
}
