import ComposableArchitecture
import TerminalKit

/// The screen of the terminal.
@MainActor
struct MemosScreen {
  let state: MemoList.State
  let prompt: Prompt<MemoList.Action>?
  let selection: RowSelection<Memo.ID>
  let titleField: TitleField
  let size: Screen.Size
  var usesColor = Style.isWanted

  var lines: [String] {
    let header = header
    let bottom = activity + footer
    let room = max(size.rows - header.count - bottom.count - 1, 1)
    let content = prompt?.lines(width: width) ?? rows(room)
    return (header + content.prefix(room) + bottom).map { $0.isEmpty ? "" : "  " + $0 }
  }

  private var width: Int { max(size.columns - 4, 20) }

  private func style(_ style: Style, _ text: String) -> String { style(text, if: usesColor) }

  private var header: [String] {
    var lines = ["", style(.bold, "Memos") + "   \(state.sensor.rawValue)"]
    if let problem = state.problem {
      lines += problem.printable.wrapped(to: width).map { style(.red, $0) }
    }
    return lines + [""]
  }

  private var footer: [String] {
    [""] + keys.wrapped(to: width, separator: "   ").map { style(.dim, $0) }
  }

  private var keys: [String] {
    if prompt != nil { return ["the letter in brackets answers"] }
    if titleField.id != nil { return ["return save", "esc cancel"] }
    switch state.activity {
    case .recording: return ["s stop", "q stop and quit"]
    case .playback: return ["↑↓ select", "x speed", "s stop", "q quit"]
    case nil:
      let memo = state.memos.isEmpty ? [] : ["↑↓ select", "return play", "e rename", "d delete"]
      return ["r record"] + memo + ["p permission", "q quit"]
    }
  }

  // MARK: Content

  private func rows(_ room: Int) -> [String] {
    guard let selected = selection.row(in: state.memos) else {
      return [style(.dim, "No memos yet.")]
    }
    return selection.rows(of: state.memos, room: room).map { row in
      self.row(state.memos[row], isSelected: row == selected)
    }
  }

  private func row(_ memo: Memo, isSelected: Bool) -> String {
    let mark = isSelected ? "› " : "  "
    if titleField.id == memo.id {
      return mark + style(.bold, String(titleField.text.printable.suffix(width - 3)) + "▏")
    }
    let details = MemoText.details(of: memo)
    let room = width - details.count - 4
    let text =
      room < 8
      ? (mark + memo.title.printable).clipped(to: width)
      : mark + memo.title.printable.clipped(to: room).padded(to: room) + "  " + details
    return isSelected ? style(.bold, text) : text
  }

  private var activity: [String] {
    switch state.activity {
    case .playback(let playback):
      let time = MemoText.time(playback.current?.time ?? 0)
      let text =
        "▶ \(time) of \(MemoText.time(playback.memo.duration))  \(playback.speed)×  "
        + MemoText.percent(playback.current?.value ?? 0)
      let filled = Int(playback.progress * Double(width))
      return [
        "", style(.green, playback.memo.title.printable.clipped(to: width)),
        text.clipped(to: width),
        MemoText.graph(playback.samples.prefix(playback.position), width: width),
        String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled),
      ]
    case .recording(let recording):
      let value = MemoText.percent(recording.recent.last?.value ?? 0)
      return [
        "", style(.red, "● recording  \(MemoText.time(recording.memo.duration))  \(value)"),
        MemoText.graph(recording.recent, width: width),
      ]
    case nil: return []
    }
  }
}
