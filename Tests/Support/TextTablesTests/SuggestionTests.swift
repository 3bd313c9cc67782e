import Testing

@testable import TextTables

struct SuggestionTests {
  @Test(arguments: [
    ("repor", "report"), ("reprot", "report"), ("xport", "export"), ("Record", "record"),
    ("sna", "snapshot"),
  ])
  func closest_ofMistypedName_isTheName(_ typed: String, _ meant: String) {
    #expect(
      typed.closest(in: ["record", "report", "export", "extract", "snapshot", "view"]) == meant)
  }

  @Test(arguments: ["frobnicate", "x", ""])
  func closest_ofUnlikeName_isNone(_ typed: String) {
    #expect(typed.closest(in: ["record", "report", "export"]) == nil)
    #expect(typed.suggestion(from: ["record", "report", "export"]).isEmpty)
  }

  @Test func suggestion_ofNameWithControlCharacters_showsNone() {
    #expect(
      "lod".suggestion(from: ["l\u{1B}od"]) == " Did you mean 'l\u{FFFD}od'?")
  }
}
