import Testing

@testable import TraceAnalysis

@Suite struct BlameExpectationTests {
  @Test func blameExpectation_formsOfTheText_haveOneMeaning() throws {
    let expectation = try BlameExpectation("changes <= 2 per search")
    #expect(expectation.figure == .changes)
    #expect(expectation.scope == .action(NamePattern("search")))
    #expect(try BlameExpectation("changes<=2  per  search").scope == expectation.scope)
    #expect(try BlameExpectation("returns == 0 per chain").scope == .chain)
    #expect(try BlameExpectation("observers > 1").scope == .recording)
  }

  @Test(arguments: [
    "", "changes", "changes <= ", "changes <= x", "changes <= -1", "edits <= 2",
    "changes <= 2 of x",
    "changes <= 2 per",
  ])
  func blameExpectation_otherText_throws(text: String) {
    #expect(throws: BlameExpectationError.self) { try BlameExpectation(text) }
  }

  @Test func blameExpectation_uncertainFigure_isJudgedOnlyIfItCannotMatter() throws {
    let atMost = try BlameExpectation("changes <= 2")
    #expect(atMost.judge(least: 2, most: 2) == .kept)
    #expect(atMost.judge(least: 3, most: nil) == .broken)
    #expect(atMost.judge(least: 1, most: 3) == .notJudged)
    #expect(atMost.judge(least: 1, most: nil) == .notJudged)
    let atLeast = try BlameExpectation("changes >= 2")
    #expect(atLeast.judge(least: 2, most: nil) == .kept)
    #expect(atLeast.judge(least: 0, most: 1) == .broken)
    #expect(atLeast.judge(least: 1, most: nil) == .notJudged)
    let equal = try BlameExpectation("changes == 2")
    #expect(equal.judge(least: 2, most: 2) == .kept)
    #expect(equal.judge(least: 1, most: 3) == .notJudged)
    #expect(equal.judge(least: 3, most: nil) == .broken)
    #expect(equal.judge(least: 2, most: nil) == .notJudged)
  }
}
