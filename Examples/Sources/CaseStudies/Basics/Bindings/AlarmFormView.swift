import ComposableArchitecture
import TerminalKit

struct AlarmFormView: StudyView {
  let store: StoreOf<AlarmForm>

  var currentCommands: [Command<AlarmForm.Action>] {
    [
      Command(
        "name", keys: ["n"], label: "name", help: "write the name",
        parameter: .init("text", example: "Wake up")
      ) { .set(\.name, $0) },
      Command(
        "toggle", keys: ["t"], label: "on/off", help: "turn the alarm on, or off",
        sends: .set(\.isOn, !store.isOn)),
      Command(
        "softer", keys: ["-"], label: "softer", help: "turn the volume down",
        sends: .set(\.volume, store.volume - 1)),
      Command(
        "louder", keys: ["+", "="], label: "louder", help: "turn the volume up",
        sends: .set(\.volume, store.volume + 1)),
      Command(
        "less", keys: [","], label: "snooze less", help: "allow a snooze less",
        sends: .set(\.snoozes, store.snoozes - 1)),
      Command(
        "more", keys: ["."], label: "snooze more", help: "allow a snooze more",
        sends: .set(\.snoozes, store.snoozes + 1)),
      Command(
        "reset", keys: ["r"], label: "reset", help: "go back to the settings of a new alarm",
        sends: .resetButtonTapped),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    let range = AlarmForm.State.volumeRange
    let volume = String.bar(Double(store.volume) / Double(range.upperBound), width: 20)
    let rows = ["volume   \(volume) \(store.volume)", "snoozes  \(store.snoozes)"]
    return [
      "name     " + (store.name.isEmpty ? "(none)" : store.name.printable),
      "alarm    " + (store.isOn ? "[x] on" : "[ ] off"),
    ] + rows.map { store.isOn ? $0 : Style.dim($0, if: usesColor) }
  }

  var summary: String {
    """
    name '\(store.name.printable)' | \(store.isOn ? "on" : "off") | volume \(store.volume) | \
    snoozes \(store.snoozes)
    """
  }

  func problem(with action: AlarmForm.Action) -> String? {
    switch action {
    case .binding(\.volume) where !store.isOn, .binding(\.snoozes) where !store.isOn:
      "the alarm is off; turn it on with 'toggle'"
    default: nil
    }
  }
}
