import ComposableArchitecture
import TerminalKit

struct ProfileView: StudyView {
  let store: StoreOf<Profile>

  var currentCommands: [Command<Profile.Action>] {
    switch store.mode {
    case .reading:
      [
        Command(
          "edit", keys: ["e"], label: "edit", help: "edit the name",
          sends: .mode(.reading(.editButtonTapped))),
        Command(
          "greet", keys: ["g"], label: "greet", help: "greet the one who has the name",
          sends: .mode(.reading(.greetButtonTapped))),
      ]
    case .editing:
      [
        Command(
          "name", keys: ["n"], label: "name", help: "write another name",
          parameter: .init("text", example: "Grace")
        ) { .mode(.editing(.set(\.draft, $0))) },
        Command(
          "save", keys: ["s", .return], label: "save", help: "keep the new name",
          sends: .mode(.editing(.saveButtonTapped))),
        Command(
          "cancel", keys: ["c", .escape], label: "cancel", help: "keep the old name",
          sends: .mode(.editing(.cancelButtonTapped))),
      ]
    }
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    switch store.mode {
    case .reading(let reader):
      [
        Style.bold(reader.name.printable, if: usesColor),
        reader.greetings == 0
          ? "" : "Hello" + String(repeating: ", hello", count: reader.greetings - 1) + "!",
      ]
    case .editing(let editor):
      [
        "new name: " + Style.bold(editor.draft.printable, if: usesColor),
        editor.isComplete ? "" : Style.red("A name is needed.", if: usesColor),
      ]
    }
  }

  var summary: String {
    switch store.mode {
    case .reading(let reader):
      "reading '\(reader.name.printable)' | greeted \(reader.greetings) times"
    case .editing(let editor):
      "editing '\(editor.draft.printable)'"
    }
  }

  func problem(with action: Profile.Action) -> String? {
    guard case .mode(.editing(.saveButtonTapped)) = action,
      store.mode.editing?.isComplete == false
    else { return nil }
    return "a name is needed"
  }
}
