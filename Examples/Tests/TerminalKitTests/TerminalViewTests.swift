import ComposableCore
import Testing

@testable import TerminalKit

@MainActor
@Suite struct TerminalViewTests {
  private struct LongView: TerminalView {
    let store: Store<Int, Bool>
    var currentCommands: [Command<Bool>] = Self.commands

    nonisolated static let commands: [Command<Bool>] = [
      Command("yes", keys: ["y"], label: "yes", help: "say yes", sends: true)
    ]

    func lines(width: Int, usesColor: Bool) -> [String] { (1...100).map { "line \($0)" } }

    var summary: String { "" }
  }

  private let view = LongView(store: Store(initialState: 0) { EmptyReducer() })

  private func screen(rows: Int, footer: [String]? = nil) -> [String] {
    view.screen(in: Screen.Size(columns: 40, rows: rows), usesColor: false, footer: footer)
  }

  @Test func theFooterIsShownHoweverLongTheContentIs() {
    #expect(
      screen(rows: 6) == ["", "  line 1", "  line 2", "", "  y yes   q quit"])
    #expect(screen(rows: 6, footer: ["a", "b"]) == ["", "  line 1", "", "  a", "  b"])
  }

  @Test func aCommandMayReplaceTheEndOfTheProgram() {
    var view = view
    view.currentCommands = [
      Command("back", keys: [.escape, "q"], label: "back", help: "go back", sends: false)
    ]
    #expect(view.keyHints == ["escape back"])
  }
}
