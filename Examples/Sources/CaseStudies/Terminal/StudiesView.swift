import ComposableArchitecture
import TerminalKit

/// The list of studies, or the one that is open below its lesson.
struct StudiesView: TerminalView {
  let store: StoreOf<Studies>

  nonisolated static let commands: [Command<Studies.Action>] = [
    Command(
      "open", keys: ["o"], label: "open by name", help: "open a study, by its name or number",
      isLasting: true, parameter: .init("study", example: "timers")
    ) { StudyID($0).map(Studies.Action.openButtonTapped) }
  ]

  private nonisolated static let read = Command(
    "read", keys: ["?"], label: "text", help: "show the text of the study by itself, or no longer",
    sends: Studies.Action.readButtonTapped)

  private static func close(_ keys: [Key]) -> Command<Studies.Action> {
    Command(
      "close", keys: keys, label: "back", help: "close the study, and whatever it is doing",
      sends: .closeButtonTapped)
  }

  private var screen: StudyScreen? {
    store.scope(\.study, action: \.study.presented).map(StudyScreen.init)
  }

  // MARK: Commands

  var currentCommands: [Command<Studies.Action>] {
    guard let screen else { return Self.commands }
    let taken = Set(screen.commands.flatMap(\.keys))
    return screen.commands
      + [Self.read, Self.close([.escape, "q"].filter { !taken.contains($0) })]
      + Self.commands.map { $0.with(keys: []) }
  }

  func press(_ key: Key) -> KeyResponse<Studies.Action> {
    guard store.study == nil, let action = listAction(for: key) else { return .unhandled }
    return .send(action)
  }

  /// The action of a key in the list.
  private func listAction(for key: Key) -> Studies.Action? {
    switch key {
    case .return, .right: return .openButtonTapped(store.selection)
    case .up, "k": return .selected(.at(store.selection.number - 1))
    case .down, "j": return .selected(.at(store.selection.number + 1))
    case .home: return .selected(.at(1))
    case .end: return .selected(.at(StudyID.allCases.count))
    case .character(let character): return character.wholeNumberValue.map { .digitTyped($0) }
    default: return nil
    }
  }

  var keyHints: [String] {
    store.study == nil
      ? ["↑↓ 1–\(StudyID.allCases.count) select", "return open", "o open by name", "q quit"]
      : Command.bar(currentCommands)
  }

  // MARK: Content

  func lines(width: Int, usesColor: Bool) -> [String] {
    lines(in: Screen.Size(columns: width, rows: 1000), usesColor: usesColor)
  }

  func lines(in room: Screen.Size, usesColor: Bool) -> [String] {
    guard let screen else {
      return StudyList(selection: store.selection).lines(in: room, usesColor: usesColor)
    }
    let lesson = store.selection.lesson
    let text = lesson.lines(width: room.columns).map { Style.dim($0, if: usesColor) }
    let title = [Style.bold(lesson.title, if: usesColor), ""]
    if store.isReading { return title + text }
    let content = screen.lines(room, usesColor)
    // The text gives way, as `?` shows it by itself.
    let rest = max(room.rows - title.count - content.count - 1, 0)
    let shown = text.count <= rest ? text : text.prefix(max(rest - 1, 0)) + ["…"]
    return title + shown + [""] + content
  }

  var summary: String {
    guard let screen else { return "\(StudyID.allCases.count) studies" }
    return "\(store.selection.rawValue) | \(screen.summary())"
  }

  func problem(with action: Studies.Action) -> String? { screen?.problem(action) }

  /// Closing the study ends all that it does.
  var lastAction: Studies.Action? { store.study == nil ? nil : .closeButtonTapped }
}
