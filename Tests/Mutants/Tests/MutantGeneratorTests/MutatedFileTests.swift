import MutantGenerator
import Testing

@Suite struct MutatedFileTests {
  private func switched(_ text: String) -> String {
    var file = MutatedFile(text, path: "File.swift")
    return file.switched()
  }

  @Test func switched_conditionIsNegated() {
    #expect(
      switched("func f() -> Int { if a { g() } else { 2 } }")
        == "func f() -> Int { if (_mutant(1) != (a)) { if !_mutant(2) { g() } } else { 2 } }")
  }

  @Test func switched_guardExitsAlwaysOrNever() {
    #expect(
      switched("func f() { guard let a, b else { return } }")
        == "func f() { guard !_mutant(2), let a, (_mutant(1) != ((_mutant(3) || (b)))) "
        + "else { return } }")
  }

  @Test func switched_ifThatReturnsIsSkipped() {
    #expect(
      switched("for x in y { if case .a = x { continue } }")
        == "for x in y { if !_mutant(1), case .a = x { continue } }")
  }

  @Test func switched_boundaryMoves() {
    #expect(
      switched("let a = $0 < b\nlet c = 2..<d")
        == "let a = (_mutant(1) ? ($0 <= b) : ($0 < b))\nlet c = 2..<(d - (_mutant(2) ? 1 : 0))")
  }

  @Test func switched_operatorsAreSwapped() {
    #expect(switched("let a = b +\n  c") == "let a = (_mutant(1) ? (b - c) : (b +\n  c))")
    #expect(
      switched("func f() { a += b }")
        == "func f() { if !_mutant(1) { if _mutant(2) { a -= b } else { a += b } } }")
  }

  @Test func switched_operandsAreNegatedWithinTheirOperator() {
    #expect(
      switched("let a = b && c")
        == "let a = (_mutant(3) ? (b || c) : ((_mutant(1) != (b)) && (_mutant(2) != (c))))")
  }

  @Test func switched_functionReturnsAtOnce() {
    #expect(
      switched("func f() { a = true; try g() }")
        == "func f() { if _mutant(1) { return }; if !_mutant(2) { a = (_mutant(3) != true) }; "
        + "if !_mutant(4) { try g() } }")
  }

  @Test func switched_resultIsReplaced() {
    #expect(
      switched("func f() -> A? { a }") == "func f() -> A? { (_mutant(1) ? nil : (a)) }")
    #expect(
      switched("var f: Effect<A> { return a.map { b } }")
        == "var f: Effect<A> { return (_mutant(1) ? .none : (a.map { b })) }")
    #expect(
      switched("func f() -> Bool { a == 2 }") == "func f() -> Bool { (_mutant(1) != (a == 2)) }")
  }

  @Test func switched_firstAssignmentOfVariableStays() {
    let text = "func f() -> A { let a: A; a = b; return a }\ninit() { self.a = b }"
    #expect(switched(text) == text)
  }

  @Test func switched_checksStay() {
    let text = "func f() { precondition(a == b); fatalError(c) }"
    #expect(switched(text).hasSuffix("; precondition(a == b); fatalError(c) }"))
    #expect(switched("func f() { isAbstract() }") == "func f() { isAbstract() }")
  }

  @Test func switched_hashesStay() {
    let text = "func hash(into hasher: inout Hasher) { hasher.combine(a); hasher.combine(b) }"
    #expect(switched(text) == text)
    #expect(
      switched("func f() { var hasher = Hasher(); hasher.combine(a) }")
        == "func f() { if _mutant(1) { return }; var hasher = Hasher(); "
        + "if !_mutant(2) { hasher.combine(a) } }")
  }

  @Test func switched_onlyCallOfClosure_mustNotBeItsResult() {
    #expect(
      switched("let a = b { try c($0) } d: { E() } f: { g(); h() }")
        == "let a = b { try _unless(_mutant(1), try c($0)) } d: { E() } "
        + "f: { if !_mutant(2) { g() }; if !_mutant(3) { h() } }")
  }

  @Test func switched_excludedMutantHasNoSwitch() {
    var file = MutatedFile("func f() { g(true) }", path: "File.swift", firstID: 7)
    #expect(file.switched(excluding: [7]) == "func f() { g((_mutant(8) != true)) }")
  }

  @Test func mutants_haveTheirRangesInTheCopy() throws {
    var file = MutatedFile("func f() { g(true) }", path: "File.swift")
    let copy = Array(file.switched().utf8)
    let ranges = file.mutants.map {
      String(decoding: copy[$0.range[0]..<$0.range[1]], as: UTF8.self)
    }
    #expect(ranges == ["if !_mutant(1) { g((_mutant(2) != true)) }", "(_mutant(2) != true)"])
  }

  @Test func mutants_areNumberedInTheirFunction() {
    let text = """
      struct A {
        func f(_ a: Int, b: Int) { g(0); g(1) }
        struct B { init() { g(0) } }
        var c: Int { 1 }
      }
      extension A { func f() { g(0) } }
      """
    let constants = MutatedFile(text, path: "File.swift").mutants.filter { $0.kind == .constant }
    #expect(
      constants.map { "\($0.function) \($0.ordinal)" } == [
        "A.f(_:b:) 1", "A.f(_:b:) 2", "A.B.init() 1", "A.c 1", "A.f() 1",
      ])
    #expect(constants.map(\.line) == [2, 2, 3, 4, 6])
  }

  @Test func mutants_afterChangesOfOtherFunctions_haveTheSameKeys() {
    let function = "func f() { g(0) }\n"
    let before = MutatedFile(function, path: "File.swift").mutants
    let after = MutatedFile("func e() { g(0) }\n" + function, path: "File.swift").mutants
    #expect(
      before.map { "\($0.function) \($0.kind) \($0.ordinal)" }
        == after.filter { $0.function == "f()" }.map { "\($0.function) \($0.kind) \($0.ordinal)" })
  }
}
