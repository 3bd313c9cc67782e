import ComposableArchitecture
import TerminalKit

/// The memos, and the memo that is recorded or played.
struct MemosView: TerminalView {
  /// The request of a line. Rows count from 1.
  enum Request: Equatable, Sendable {
    case choose(Int)
    case delete(Int)
    case permission
    case play(Int)
    case record
    case rename(Int, String)
    case speed
    case stop
  }

  let store: StoreOf<MemoList>
  let selection = RowSelection<Memo.ID>()
  let titleField = TitleField()

  nonisolated static let commands: [Command<Request>] = [
    Command(
      "record", keys: [], label: "record", help: "start a recording", isLasting: true,
      sends: .record),
    Command(
      "stop", keys: [], label: "stop", help: "stop the recording or the playback", sends: .stop),
    row("play", "play a memo") { .play($0) },
    Command(
      "speed", keys: [], label: "speed", help: "play 1, 2 or 10 times as fast", sends: .speed),
    Command(
      "rename", keys: [], label: "rename", help: "change the title of a memo",
      parameter: .init("row", "title", example: "1 Build")
    ) { argument in
      let parts = argument.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, let row = Int(parts[0]) else { return nil }
      return .rename(row, parts[1])
    },
    row("delete", "delete a memo") { .delete($0) },
    Command(
      "permission", keys: [], label: "permission", help: "decide anew whether to record",
      sends: .permission),
    Command(
      "choose", keys: [], label: "choose", help: "answer a question", isLasting: true,
      parameter: .init("number", example: "1")
    ) { Int($0).map { .choose($0) } },
  ]

  private nonisolated static func row(
    _ word: String, _ help: String, _ request: @escaping @Sendable (Int) -> Request
  ) -> Command<Request> {
    Command(word, keys: [], label: word, help: help, parameter: .init("row", example: "1")) {
      Int($0).map(request)
    }
  }

  // MARK: Lines

  func actions(for request: Request) throws(LineCommandFailure) -> [MemoList.Action] {
    switch request {
    case .choose(let number):
      guard let prompt else { throw .impossible("no question is being asked") }
      guard let button = prompt.button(number) else {
        throw .impossible("there is no answer \(number); answers are 1 to \(prompt.buttons.count)")
      }
      return [button.action]
    case .delete(let row): return [.deleteButtonTapped(try id(row))]
    case .permission: return [.permissionButtonTapped]
    case .play(let row):
      guard store.activity == nil else { throw .impossible("stop first what is going on") }
      return [.playButtonTapped(try id(row))]
    case .record:
      guard store.activity?.recording == nil else {
        throw .impossible("a recording is going on already")
      }
      return [.recordButtonTapped]
    case .rename(let row, let title): return [.titleChanged(try id(row), title)]
    case .speed:
      guard store.activity?.playback != nil else { throw .impossible("nothing is being played") }
      return [.activity(.presented(.playback(.speedButtonTapped)))]
    case .stop:
      guard let stop else { throw .impossible("nothing is going on") }
      return [stop]
    }
  }

  private func id(_ row: Int) throws(LineCommandFailure) -> Memo.ID {
    guard let memo = store.memos.element(numbered: row) else {
      throw .impossible("there is no memo \(row); there are \(store.memos.count)")
    }
    return memo.id
  }

  /// The action that ends the current recording or playback, if there is one.
  private var stop: MemoList.Action? {
    switch store.activity {
    case .playback: .activity(.presented(.playback(.stopButtonTapped)))
    case .recording: .activity(.presented(.recording(.stopButtonTapped)))
    case nil: nil
    }
  }

  /// A recording is kept; a playback at the end of the input is shown to its end.
  var lastAction: MemoList.Action? {
    store.activity?.recording == nil ? nil : stop
  }

  private var prompt: Prompt<MemoList.Action>? {
    store.alert.map { Prompt($0) { .alert($0) } }
  }

  var summary: String { MemoText.summary(of: store.state) }

  // MARK: Keys

  func press(_ key: Key) -> KeyResponse<MemoList.Action> {
    if let prompt { return prompt.button(for: key).map { .send($0.action) } ?? .handled }
    if let id = titleField.id { return edit(id, key) }
    switch key {
    case "r": return .send(.recordButtonTapped, isLasting: true)
    case "p": return .send(.permissionButtonTapped)
    case "s", .escape: return stop.map { .send($0) } ?? .handled
    case "x" where store.activity?.playback != nil:
      return .send(.activity(.presented(.playback(.speedButtonTapped))))
    case _ where selection.move(with: key, in: store.memos):
      return .handled
    default:
      guard let memo = selection.selected(in: store.memos) else { return .unhandled }
      return press(key, on: memo)
    }
  }

  private func press(_ key: Key, on memo: Memo) -> KeyResponse<MemoList.Action> {
    switch key {
    case .return, " ": return .send(.playButtonTapped(memo.id))
    case "d", .delete: return .send(.deleteButtonTapped(memo.id))
    case "e":
      titleField.open(memo)
      return .handled
    default: return .unhandled
    }
  }

  private func edit(_ id: Memo.ID, _ key: Key) -> KeyResponse<MemoList.Action> {
    switch key {
    case .escape:
      titleField.close()
    case .return:
      let title = titleField.text
      titleField.close()
      return .send(.titleChanged(id, title))
    default:
      if let text = titleField.text.edited(by: key) { titleField.text = text }
    }
    return .handled
  }

  // MARK: Screen

  func screen(_ size: Screen.Size, footer: [String]?) -> [String] {
    MemosScreen(
      state: store.state, prompt: prompt, selection: selection, titleField: titleField, size: size
    ).lines
  }

  func lines(width: Int, usesColor: Bool) -> [String] { [] }
}
