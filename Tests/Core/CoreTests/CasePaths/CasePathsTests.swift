import ComposableCore
import IssueReporting
import TestSupport
import Testing

@Suite struct CasePathsTests {
  struct Draft: Equatable { var title = "" }

  @dynamicMemberLookup
  enum Inner: CasePathable, Equatable {
    case draft(Draft)
    case none

    struct AllCasePaths: Sendable {
      var draft: AnyCasePath<Inner, Draft> {
        AnyCasePath(embed: Inner.draft) { if case .draft(let value) = $0 { value } else { nil } }
      }
      var none: AnyCasePath<Inner, Void> {
        AnyCasePath(embed: { Inner.none }) { $0 == Inner.none ? () : nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @dynamicMemberLookup
  enum Outer: CasePathable, CasePathIterable, Equatable {
    case inner(Inner)
    case pair(Int, label: String)
    case number(Int)
    case done

    struct AllCasePaths: Sendable, Sequence, CasePathReflectable {
      var inner: AnyCasePath<Outer, Inner> {
        AnyCasePath(embed: Outer.inner) { if case .inner(let value) = $0 { value } else { nil } }
      }
      var pair: AnyCasePath<Outer, (Int, label: String)> {
        AnyCasePath(embed: { Outer.pair($0, label: $1) }) {
          if case .pair(let number, let label) = $0 { (number, label) } else { nil }
        }
      }
      var number: AnyCasePath<Outer, Int> {
        AnyCasePath(embed: Outer.number) { if case .number(let value) = $0 { value } else { nil } }
      }
      var done: AnyCasePath<Outer, Void> {
        AnyCasePath(embed: { Outer.done }) { $0 == .done ? () : nil }
      }
      subscript(root: Outer) -> PartialCaseKeyPath<Outer> {
        switch root {
        case .inner: \.inner
        case .pair: \.pair
        case .number: \.number
        case .done: \.done
        }
      }
      func makeIterator() -> some IteratorProtocol<PartialCaseKeyPath<Outer>> {
        [\AllCasePaths.inner, \AllCasePaths.pair, \AllCasePaths.number, \AllCasePaths.done]
          .makeIterator()
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let values: [Outer] = [
    .inner(.draft(Draft(title: "a"))), .inner(.none), .pair(1, label: "x"), .number(7), .done,
  ]

  @Test func caseKeyPath_stepOfAClient_embedsAndExtracts() {
    let path: CaseKeyPath<Outer, Int> = \Outer.Cases.pair[label: "a"]
    #expect(path(1) == .pair(1, label: "a"))
    #expect(Outer.pair(2, label: "a")[case: path] == 2)
    #expect(Outer.pair(2, label: "b")[case: path] == nil)
    #expect(Outer.done[case: path] == nil)
    let appended = (\Outer.Cases.pair).appending(path: \.[label: "b"])
    #expect(AnyCasePath(appended).extract(from: .pair(3, label: "b")) == 3)
    #expect(path == \Outer.Cases.pair[label: "a"])
    #expect(path != appended)
    let inner: CaseKeyPath<Outer, String> = \Outer.Cases.inner.draft[title: nil]
    #expect(inner("x") == .inner(.draft(Draft(title: "x"))))
    #expect(Outer.inner(.draft(Draft(title: "y")))[case: inner] == "y")
  }

  @Test func isTellsTheCase() {
    for value in values {
      #expect(Outer.allCasePaths.filter(value.is).count == 1)
      #expect(value.is(value.case))
    }
    #expect(Outer.number(1).is(\.number))
    #expect(!Outer.number(1).is(\.done))
    #expect(Outer.inner(.none).is(\.inner.none))
    #expect(!Outer.inner(.none).is(\.inner.draft))
  }

  /// A path extracts the value that it embeds, and no other value embeds to the same.
  @Test func extractUndoesEmbed() {
    for number in 0..<10 {
      let path: CaseKeyPath<Outer, Int> = \.number
      #expect(path(number)[case: path] == number)
      #expect(Outer.number(number)[case: path].map { path($0) } == .number(number))
    }
    for value in values where !value.is(\.number) { #expect(value[case: \.number] == nil) }
    let pair = Outer.pair(3, label: "c")[case: \.pair]
    #expect(pair?.0 == 3 && pair?.label == "c")
  }

  @Test func modifyChangesThePayload() {
    var value = Outer.inner(.draft(Draft()))
    value.modify(\.inner.draft) { $0.title = "new" }
    #expect(value == .inner(.draft(Draft(title: "new"))))
    value.modify(\.inner) { $0 = .none }
    #expect(value == .inner(.none))
  }

  @Test func modifyOfAnotherCaseIsReported() {
    var value = Outer.number(1)
    withKnownIssue {
      value.modify(\.inner.draft) { _ in Issue.record("There is nothing to change.") }
    } matching: { issue in
      issue.description.contains("'Outer' that the key path names, holding 'Draft'")
        && issue.description.contains("Actual: number")
        && issue.sourceLocation?.fileID == #fileID
    }
    #expect(value == .number(1))
  }

  @Test func casesAreReadAndWrittenAsProperties() {
    var value = Outer.inner(.draft(Draft()))
    #expect(value.inner?.draft?.title == "")
    #expect(value.number == nil)
    value.inner?.draft?.title = "new"
    #expect(value.inner?.draft?.title == "new")
    value[case: \.inner]?.draft?.title += "er"
    #expect(value[case: \.inner.draft] == Draft(title: "newer"))
    value.number? += 1
    #expect(value.is(\.inner))
    value[case: \.inner] = Inner.none
    #expect(value == .inner(.none))
    value.inner = .draft(Draft())
    #expect(value == .inner(.draft(Draft())))
    let path: KeyPath<Outer, String?> = \.inner?.draft?.title
    #expect(Outer.inner(.draft(Draft(title: "a")))[keyPath: path] == "a")
  }

  @Test func subscriptCase_ofAnotherCase_changesNothing() {
    var value = Outer.number(1)
    value.inner = Inner.none
    value[case: \.inner] = Inner.none
    value[case: \.inner.draft] = Draft()
    value.inner = nil
    value.number = nil
    #expect(value == .number(1))
    var optional: Outer? = nil
    optional[case: \.number] = 1
    #expect(optional == nil)
  }

  @Test func nilIsAPayloadOfACaseThatHoldsAnOptional() {
    var value: Outer?? = .some(.number(1))
    value[case: \.some] = nil
    #expect(value == .some(nil))
  }

  @Test func keyPathsOfCasesAreFunctionsAndPatterns() {
    let done: CaseKeyPath<Outer, Void> = \.done
    #expect(done() == .done)
    #expect((\Outer.Cases.number)(3) == .number(3))
    #expect((\Outer.Cases.inner.draft)(Draft()) == .inner(.draft(Draft())))
    let partial: PartialCaseKeyPath<Outer> = \.number
    #expect(partial(3) == Outer.number(3))
    #expect((partial("3") as Outer?) == nil)
    #expect(AnyCasePath(\Outer.Cases.number).embed(3) == .number(3))
    switch Outer.number(3) {
    case \.done: Issue.record("It is a number.")
    case \.number: break
    default: Issue.record("It is a number.")
    }
  }

  @Test func keyPathsOfCasesAreHashable() {
    let paths: Set<PartialCaseKeyPath<Outer>> = [\.number, \.done, \.inner.draft, \.number]
    #expect(paths.count == 3)
    #expect(paths.contains(\.inner.draft))
    #expect(!paths.contains(\.inner.none))
    #expect(paths.contains(Outer.done.case))
  }

  @Test func optionalsHaveCases() {
    var value: Outer? = .inner(.none)
    #expect(value.is(\.some) && value.is(\.inner) && value.is(\.inner.none) && !value.is(\.none))
    #expect(!value.is(\.number))
    value.modify(\.inner) { $0 = .draft(Draft()) }
    value.modify(\.some) { $0.inner?.draft?.title = "x" }
    #expect(value[case: \.inner.draft] == Draft(title: "x"))
    #expect(value.case == \.some)
    value = nil
    #expect(value.is(\.none) && !value.is(\.inner))
    #expect(Outer?.allCasePaths.map { value.is($0) } == [true, false])
  }

  @Test func resultsAndNeverHaveCases() {
    struct Failure: Error, Equatable {}
    var result: Result<Int, Failure> = .success(1)
    result.modify(\.success) { $0 += 1 }
    #expect(result[case: \.success] == 2)
    #expect(result[case: \.failure] == nil)
    #expect(result.case == \.success)
    #expect(Result<Int, Failure>.failure(Failure()).is(\.failure))
    #expect(Array(Result<Int, Failure>.allCasePaths).count == 2)
    #expect(Array(Never.allCasePaths).isEmpty)
  }

  @Test func pathsMayBeComposedOfValues() {
    let numbers = AnyCasePath<Outer, Int>(
      embed: { .number($0) }, extract: { if case .number(let value) = $0 { value } else { nil } })
    #expect(numbers.extract(from: .number(3)) == 3)
    #expect(numbers.extract(from: .done) == nil)
  }
}

extension Case {
  fileprivate subscript(label label: String) -> Case<Int> where Value == (Int, label: String) {
    Case<Int>(
      embed: { _embed(($0, label: label)) },
      extract: { _extract(from: $0).flatMap { $0.label == label ? $0.0 : nil } })
  }

  fileprivate subscript(title _: Never?) -> Case<String> where Value == CasePathsTests.Draft {
    Case<String>(
      embed: { _embed(CasePathsTests.Draft(title: $0)) },
      extract: { _extract(from: $0)?.title })
  }
}
