import ComposableArchitecture
import TerminalKit

struct PackingListView: StudyView {
  let store: StoreOf<PackingList>

  private static let shownRows = 7

  var currentCommands: [Command<PackingList.Action>] {
    let add = Command<PackingList.Action>(
      "add", keys: ["a"], label: "add", help: "add something to pack",
      parameter: .init("title", example: "Toothbrush")
    ) { $0.isEmpty ? nil : .addButtonTapped(title: $0) }
    guard let selection = store.selection else { return [add] }
    return [
      add,
      Command(
        "toggle", keys: [" "], label: "packed", help: "mark the selected row as packed, or not",
        sends: .items(.element(id: selection, action: .toggleButtonTapped))),
      Command(
        "up", keys: [.up, "k"], label: "above", help: "select the row above",
        sends: .selectionMoved(offset: -1)),
      Command(
        "down", keys: [.down, "j"], label: "below", help: "select the row below",
        sends: .selectionMoved(offset: 1)),
      Command(
        "raise", keys: ["K"], label: "move up", help: "move the selected row up",
        sends: .moveButtonTapped(offset: -1)),
      Command(
        "lower", keys: ["J"], label: "move down", help: "move the selected row down",
        sends: .moveButtonTapped(offset: 1)),
      Command(
        "delete", keys: ["d", .delete], label: "delete", help: "delete the selected row",
        sends: .deleteButtonTapped),
    ]
  }

  func lines(width: Int, usesColor: Bool) -> [String] {
    let rows = store.items.map { item in
      String.row(
        "\(item.isPacked ? "[x]" : "[ ]") \(item.title)", isSelected: item.id == store.selection,
        width: width, usesColor: usesColor)
    }
    let selected = store.selection.flatMap { store.items.index(id: $0) } ?? 0
    return rows.isEmpty
      ? [Style.dim("Nothing to pack yet.", if: usesColor)]
      : Array(rows[rows.window(of: Self.shownRows, around: selected)])
  }

  var summary: String {
    guard !store.items.isEmpty else { return "nothing to pack" }
    return store.items.map { item in
      (item.id == store.selection ? "›" : "") + (item.isPacked ? "[x] " : "[ ] ")
        + item.title.printable
    }
    .joined(separator: ", ")
  }
}
