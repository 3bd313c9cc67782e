import ComposableCore
import Testing

@testable import TerminalKit

@MainActor
@Suite struct RowSelectionTests {
  private struct Row: Identifiable {
    let id: Int
  }

  private let selection = RowSelection<Int>()
  private var rows: IdentifiedArray<Int, Row> = IdentifiedArray(
    uniqueElements: (0..<30).map(Row.init))

  @Test func keysMoveIt() {
    #expect(selection.row(in: rows) == 0)
    for (key, row) in [
      (Key.up, 0), (.down, 1), (.pageDown, 11), (.pageUp, 1), (.end, 29), (.down, 29), (.home, 0),
    ] {
      let isMoved = selection.move(with: key, in: rows)
      #expect(isMoved)
      #expect(selection.row(in: rows) == row)
    }
    let isMoved = selection.move(with: "j", in: rows)
    #expect(!isMoved)
  }

  @Test func itFollowsItsElement() {
    var rows = rows
    selection.select(3, in: rows)
    rows.remove(id: 0)
    #expect(selection.row(in: rows) == 2)
    rows.remove(id: 3)
    #expect(selection.selected(in: rows)?.id == 5)
    rows.removeAll()
    #expect(selection.selected(in: rows) == nil)
    selection.move(by: 1, in: rows)
    #expect(selection.rows(of: rows, room: 5).isEmpty)
  }

  @Test func itIsAmongTheRowsThatAreShown() {
    for row in rows.indices {
      selection.select(row, in: rows)
      for room in 1...40 {
        let shown = selection.rows(of: rows, room: room)
        #expect(shown.contains(row))
        #expect(shown.count == min(room, rows.count))
      }
    }
  }
}
