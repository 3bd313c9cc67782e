import ComposableCore
import Testing

/// Uses of the name of a case apart from reading it.
@Suite struct CaseKeyPathTests {
  enum Size: CasePathable, Equatable {
    case exact(Int)
    case atMost(Int?)

    struct AllCasePaths: CasePathReflectable, Sendable {
      var exact: AnyCasePath<Size, Int> {
        AnyCasePath(embed: Size.exact) { if case .exact(let size) = $0 { size } else { nil } }
      }
      var atMost: AnyCasePath<Size, Int?> {
        AnyCasePath(embed: Size.atMost) {
          if case .atMost(let size) = $0 { .some(size) } else { nil }
        }
      }
      subscript(root: Size) -> PartialCaseKeyPath<Size> {
        switch root {
        case .exact: \.exact
        case .atMost: \.atMost
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Rule: CasePathable, Equatable {
    case size(Size)
    case optionalSize(Size?)
    case name(String)

    struct AllCasePaths: CasePathReflectable, Sendable {
      var size: AnyCasePath<Rule, Size> {
        AnyCasePath(embed: Rule.size) { if case .size(let size) = $0 { size } else { nil } }
      }
      var optionalSize: AnyCasePath<Rule, Size?> {
        AnyCasePath(embed: Rule.optionalSize) {
          if case .optionalSize(let size) = $0 { .some(size) } else { nil }
        }
      }
      var name: AnyCasePath<Rule, String> {
        AnyCasePath(embed: Rule.name) { if case .name(let name) = $0 { name } else { nil } }
      }
      subscript(root: Rule) -> PartialCaseKeyPath<Rule> {
        switch root {
        case .size: \.size
        case .optionalSize: \.optionalSize
        case .name: \.name
        }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let rules: [Rule] = [
    .size(.exact(1)), .size(.atMost(2)), .size(.atMost(nil)), .optionalSize(.exact(3)),
    .optionalSize(nil), .name("a"),
  ]

  @Test func pathsAreAppended() {
    let size = \Rule.Cases.size
    let exact = size.appending(path: \Size.Cases.exact)
    #expect(exact == \Rule.Cases.size.exact)
    for rule in rules { #expect(rule[case: exact] == rule[case: \.size.exact]) }
    #expect(exact(4) == .size(.exact(4)))
  }

  @Test func selfIsTheWholeValue() {
    for rule in rules {
      #expect(rule.is(\.self))
      #expect(rule[case: \.self] == rule)
      var other = rule
      other.modify(\.self) { $0 = .name("b") }
      #expect(other == .name("b"))
    }
    #expect(AnyCasePath<Rule, Rule>().embed(.name("a")) == .name("a"))
    #expect(AnyCasePath<Rule, Rule>().extract(from: .name("a")) == .name("a"))
  }

  @Test func namesAloneReadAndWrap() {
    for rule in rules {
      // The payload of a case makes the same value again.
      let payload = rule[case: rule.case]
      #expect(payload.flatMap { rule.case($0) } == rule)
      for path in [\Rule.Cases.size, \.optionalSize, \.name] as [PartialCaseKeyPath<Rule>] {
        #expect((rule[case: path] != nil) == rule.is(path))
      }
    }
    let path: PartialCaseKeyPath<Rule> = \.optionalSize
    #expect(path(Size.exact(1)) == .optionalSize(.exact(1)))
    #expect(path(Size?.none as Any) == .optionalSize(nil))
    #expect(path("a") == nil)
  }

  @Test func optionalPayloadsNeedNoSome() {
    let optional: CaseKeyPath<Rule, Int> = \.optionalSize.exact
    #expect(optional(1) == .optionalSize(.exact(1)))
    #expect(Rule.optionalSize(.exact(1))[case: optional] == 1)
    #expect(Rule.optionalSize(nil)[case: optional] == nil)
    let atMost: CaseKeyPath<Rule, Int> = \.size.atMost
    #expect(atMost(1) == .size(.atMost(1)))
    #expect(Rule.size(.atMost(nil))[case: atMost] == nil)
    var size = Size.atMost(1)
    size.modify(\.atMost) { (value: inout Int) in value += 1 }
    #expect(size == .atMost(2))
  }

  @Test func noValueIsOfTheCaseNever() {
    let path: CaseKeyPath<Rule, Never> = \.never
    for rule in rules { #expect(!rule.is(path)) }
  }

  @Test func optionalsMatchCasesOfWhatTheyHold() {
    let rule: Rule? = .size(.exact(1))
    switch rule {
    case \.name: Issue.record("It is a size.")
    case \.size.exact: break
    default: Issue.record("It is exact.")
    }
    #expect(!(\Rule.Cases.name ~= Rule?.none))
  }

  @Test func casesOfAnyEnum() {
    let exact = Case(\Rule.Cases.size).exact
    #expect(exact.extract(from: Rule.size(.exact(1))) == 1)
    #expect(exact.extract(from: Rule.name("a")) == nil)
    #expect(exact.extract(from: "no rule") == nil)
    #expect(exact.embed(2) as? Rule == .size(.exact(2)))
    #expect(Case<Rule>().extract(from: Rule.name("a")) == .name("a"))
  }

  @Test func modify_ofTheCase_changesThePayload() throws {
    let path = AnyCasePath(\Rule.Cases.name)
    var rule = Rule.name("a")
    let count = try path.modify(&rule) { name in
      name += "b"
      return name.count
    }
    #expect(count == 2)
    #expect(rule == .name("ab"))
  }

  @Test func modify_ofAnotherCase_throws() {
    let path = AnyCasePath(\Rule.Cases.name)
    var rule = Rule.optionalSize(nil)
    #expect(throws: (any Error).self) {
      try path.modify(&rule) { $0 += "b" }
    }
    #expect(rule == .optionalSize(nil))
  }

  @Test func modify_bodyThrows_changesNothing() {
    struct Failure: Error {}
    let path = AnyCasePath(\Rule.Cases.name)
    var rule = Rule.name("a")
    #expect(throws: Failure.self) {
      try path.modify(&rule) { name in
        name += "b"
        throw Failure()
      }
    }
    #expect(rule == .name("a"))
  }

  @Test func appending_casePath_extractsThePayload() {
    let path = AnyCasePath(\Rule.Cases.name)
    let exact = AnyCasePath(\Rule.Cases.size).appending(path: AnyCasePath(\Size.Cases.exact))
    #expect(exact.extract(from: .size(.exact(1))) == 1)
    #expect("\(path)" == "AnyCasePath<Rule, String>")
  }
}
