import Testing

@testable import TerminalKit

struct StyleTests {
  @Test func coloursAreWantedUnlessTheUserSaysOtherwise() {
    #expect(Style.isWanted(["TERM": "xterm"]))
    #expect(Style.isWanted(["NO_COLOR": ""]))
    #expect(!Style.isWanted(["NO_COLOR": "1"]))
    #expect(!Style.isWanted(["TERM": "dumb"]))
  }

  @Test func styledTextEndsItsStyle() {
    #expect(Style.bold("a", if: true) == "\u{1B}[1ma\u{1B}[0m")
    #expect(Style.bold("a", if: false) == "a")
  }
}
