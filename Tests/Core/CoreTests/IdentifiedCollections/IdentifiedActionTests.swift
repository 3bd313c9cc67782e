import ComposableCore
import Testing

@Suite struct IdentifiedActionTests {
  enum RowAction: CasePathable, Equatable {
    case tapped
    case typed(String)

    struct AllCasePaths: Sendable {
      var tapped: AnyCasePath<RowAction, Void> {
        AnyCasePath(embed: { RowAction.tapped }) { $0 == .tapped ? () : nil }
      }
      var typed: AnyCasePath<RowAction, String> {
        AnyCasePath(embed: RowAction.typed) {
          if case .typed(let value) = $0 { value } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: CasePathable, Equatable {
    case rows(IdentifiedAction<Int, RowAction>)

    struct AllCasePaths: Sendable {
      var rows: AnyCasePath<Action, IdentifiedAction<Int, RowAction>> {
        AnyCasePath(embed: Action.rows) { if case .rows(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func aKeyPathNamesTheActionOfOneElement() {
    let path: CaseKeyPath<Action, String> = \.rows[id: 1].typed
    #expect(path("x") == .rows(.element(id: 1, action: .typed("x"))))
    #expect(path("x")[case: \.rows[id: 1].typed] == "x")
    #expect(path("x")[case: \.rows[id: 2].typed] == nil)
    #expect(path("x").is(\.rows[id: 1]) && !path("x").is(\.rows[id: 1].tapped))
    #expect(path == \.rows[id: 1].typed)
    #expect(path != \.rows[id: 2].typed)
    #expect(Set<PartialCaseKeyPath<Action>>([path, \.rows[id: 1].typed]).count == 1)
  }

  @Test func aKeyPathNamesElementAndAction() {
    let (id, action) = Action.rows(.element(id: 1, action: .tapped))[case: \.rows.element]!
    #expect(id == 1 && action == .tapped)
  }

  @Test func allCasePaths_haveTheCaseOfEachAction() {
    let action = IdentifiedAction<Int, RowAction>.element(id: 1, action: .tapped)
    let path: PartialCaseKeyPath<IdentifiedAction<Int, RowAction>> = \.element
    #expect(action.case == path)
    #expect(Array(IdentifiedAction<Int, RowAction>.allCasePaths) == [path])
  }
}
