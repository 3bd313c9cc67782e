import ComposableArchitecture
import TerminalKit

struct OutlineView: StudyView {
  let store: StoreOf<Outline>

  private static let shownRows = 8

  private var rows: [OutlineRow] { OutlineRow.rows(of: store.state) }

  private static let parameter = CommandParameter("number", example: "1")

  var currentCommands: [Command<Outline.Action>] {
    let rows = rows
    @Sendable func row(_ text: String) throws(LineCommandFailure) -> OutlineRow? {
      guard let number = Int(text) else { return nil }
      guard rows.indices.contains(number - 1) else {
        throw .impossible("there is no row \(number)")
      }
      return rows[number - 1]
    }
    return [
      Command(
        "add", keys: ["a"], label: "add below", help: "add a heading below that of a row",
        parameter: CommandParameter("number", "title", example: "1 Introduction")
      ) { text throws(LineCommandFailure) in
        let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 2 else { return nil }
        return try row(words[0])?.action(.addButtonTapped(title: words[1]))
      },
      Command(
        "fold", keys: ["f"], label: "fold",
        help: "hide the headings below that of a row, or show them", parameter: Self.parameter
      ) { text throws(LineCommandFailure) in try row(text)?.action(.collapseButtonTapped) },
      Command(
        "delete", keys: ["d"], label: "delete", help: "delete a heading, with all below it",
        parameter: CommandParameter("number", example: "2")
      ) { text throws(LineCommandFailure) in
        guard let row = try row(text) else { return nil }
        guard let deletion = row.deletion else { throw .impossible("the first row stays") }
        return deletion
      },
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    rows.enumerated().map { index, row in
      let number = "\(index + 1)".padded(to: 4)
      return number
        + text(row).clipped(to: max(width - number.count, 1))
    }
    .prefix(Self.shownRows) + more(rows.count - Self.shownRows, usesColor: usesColor)
  }

  private func more(_ count: Int, usesColor: Bool) -> [String] {
    count > 0 ? [Style.dim("… and \(count) more; fold some", if: usesColor)] : []
  }

  private func text(_ row: OutlineRow) -> String {
    String(repeating: "  ", count: row.path.count)
      + (row.isCollapsed ? "▸ \(row.title) (\(row.hiddenCount))" : "▾ \(row.title)").printable
  }

  var summary: String {
    rows.map { row in
      String(repeating: ">", count: row.path.count) + (row.path.isEmpty ? "" : " ")
        + row.title.printable
        + (row.isCollapsed ? " (\(row.hiddenCount) folded)" : "")
    }
    .joined(separator: " | ")
  }
}
