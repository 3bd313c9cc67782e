import ComposableCore
import Testing

/// The code of the article "Case paths".
@Suite struct CasePathsArticleTests {
  struct Edit: Equatable { var title = "" }

  @dynamicMemberLookup
  enum Destination: CasePathable {
    case edit(Edit)
    case settings

    struct AllCasePaths: Sendable {
      var edit: AnyCasePath<Destination, Edit> {
        AnyCasePath(embed: Destination.edit) {
          if case .edit(let value) = $0 { value } else { nil }
        }
      }
      var settings: AnyCasePath<Destination, Void> {
        AnyCasePath(embed: { Destination.settings }) {
          if case .settings = $0 { () } else { nil }
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func askReadAndChange() {
    var destination: Destination? = .edit(Edit(title: "Draft"))
    #expect(destination.is(\.edit) && !destination.is(\.settings))
    #expect(destination[case: \.edit]?.title == "Draft")
    destination.modify(\.edit) { $0.title = "Final" }
    #expect(destination?.edit?.title == "Final")
    destination?.edit?.title = "Final, really"
    #expect(destination[case: \.edit]?.title == "Final, really")
  }

  enum Draft: CasePathable, Equatable {
    case title(String)

    struct AllCasePaths: Sendable {
      var title: AnyCasePath<Draft, String> {
        AnyCasePath(embed: Draft.title) { if case .title(let title) = $0 { title } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test func appendNames() {
    let some = \Optional<Draft>.Cases.some
    let title = some.appending(path: \Draft.Cases.title)
    #expect(title == \Optional<Draft>.Cases.some.title)
    let path: PartialCaseKeyPath<Draft> = \.title
    #expect(Draft.title("Draft")[case: path] as? String == "Draft")
    let draft: Draft? = path("Draft")
    #expect(draft == .title("Draft"))
    #expect(Draft.title("").is(\.self))
  }

  @Test func nameACase() {
    let path: CaseKeyPath<Presenter.Action, String> = \.destination.worker.result
    #expect(path("New") == .destination(.presented(.worker(.result("New")))))
    #expect(path("New").is(\.destination.worker))
    #expect(path("New")[case: path] == "New")
    switch path("New") {
    case \.destination.worker: break
    default: Issue.record("It is an action of the worker.")
    }
    #expect((\Destination.Cases.edit)(Edit(title: "Draft")).is(\.edit))
  }
}

extension Worker.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var start: AnyCasePath<Worker.Action, String> {
      AnyCasePath(embed: Worker.Action.start) {
        if case .start(let value) = $0 { value } else { nil }
      }
    }
    var cancel: AnyCasePath<Worker.Action, Void> {
      AnyCasePath(embed: { .cancel }) { if case .cancel = $0 { () } else { nil } }
    }
    var result: AnyCasePath<Worker.Action, String> {
      AnyCasePath(embed: Worker.Action.result) {
        if case .result(let value) = $0 { value } else { nil }
      }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
