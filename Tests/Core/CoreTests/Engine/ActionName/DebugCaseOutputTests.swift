@_spi(Internals) import ComposableCore
import Testing

@Suite struct DebugCaseOutputTests {
  enum Action {
    case tapped
    case counted(Int)
    case saved(Bool, at: Double)
    case child(Child)
    case row(id: Int, action: Child)
    enum Child { case opened, named(String) }
  }

  @Test func casesAndLabelsAreNamed() {
    #expect(debugCaseOutput(Action.tapped) == "DebugCaseOutputTests.Action.tapped")
    #expect(debugCaseOutput(Action.counted(1)) == "DebugCaseOutputTests.Action.counted")
    #expect(debugCaseOutput(Action.saved(true, at: 2), abbreviated: true) == ".saved(_:, at:)")
    #expect(debugCaseOutput(Action.child(.named("x")), abbreviated: true) == ".child(.named)")
    #expect(
      debugCaseOutput(Action.row(id: 1, action: .opened), abbreviated: true)
        == ".row(id:, action: .opened)")
  }

  @Test func debugCaseOutput_typeWithinAFunction_isNamedWithoutIt() {
    enum Local {
      case tapped(Inner)
      enum Inner { case twice }
    }
    #expect(debugCaseOutput(Local.tapped(.twice)) == "DebugCaseOutputTests.Local.tapped(.twice)")
    #expect(debugCaseOutput(Local.Inner.twice) == "DebugCaseOutputTests.Local.Inner.twice")
    #expect(debugCaseOutput(PresentationAction<Local>.dismiss) == "PresentationAction.dismiss")
  }

  @Test func ownDescriptionsAreUsed() {
    struct Named: CustomDebugStringConvertible { var debugDescription: String { "own" } }
    #expect(debugCaseOutput(Named()) == "own")
  }
}
