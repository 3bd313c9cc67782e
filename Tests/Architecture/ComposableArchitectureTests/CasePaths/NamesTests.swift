@testable import ComposableCore
import ComposableArchitecture
import Testing

@Suite struct NamesTests {
  @Test func namesAreThoseThatMetadataGives() {
    check(Level0.Action.tapped, "tapped")
    check(Level2.Action.child(.child(.tapped)), "child.child.tapped")
    check(Level2.Action.child(.changed("secret")), "child.changed")
    check(Level2.Action.sheet(.presented(.tapped)), "sheet.presented.tapped")
    check(Level2.Action.sheet(.dismiss), "sheet.dismiss")
    check(Level2.Action.rows(.element(id: 1, action: .tapped)), "rows.element.tapped")
    // Two payloads are one tuple, whose elements only metadata shows.
    check(Level2.Action.pair(1, .tapped), RuntimeMetadata.isKnown ? "pair.tapped" : "pair")
    check(Level2.Action.plain(.shown), "plain.shown")
    check(Level2.Action.answer(.success(1)), "answer")
    check(Level2.Action.again(.again(.child(.child(.tapped)))), "again.again.child.child.tapped")
  }

  private func check(_ action: Level2.Action, _ expected: String) {
    #expect(name(of: action) == expected)
    #expect(name(of: action) == expected)
  }

  private func check(_ action: Level0.Action, _ expected: String) {
    #expect(name(of: action) == expected)
  }

  private func name<Action>(of action: Action) -> String {
    let names = ActionName(of: Action.self)
    return withUnsafePointer(to: action) { String(cString: names(ofValueAt: $0)) }
  }
}

private enum Level0 {
  @CasePathable
  enum Action { case tapped, changed(String) }
}

private enum Level1 {
  @CasePathable
  enum Action {
    case child(Level0.Action)
    case changed(String)
  }
}

private enum PlainAction { case shown }

private enum Level2 {
  @CasePathable
  indirect enum Action {
    case child(Level1.Action)
    case sheet(PresentationAction<Level0.Action>)
    case rows(IdentifiedAction<Int, Level0.Action>)
    case pair(Int, Level0.Action)
    case plain(PlainAction)
    case answer(Result<Int, any Error>)
    case again(Level2.Action)
  }
}
