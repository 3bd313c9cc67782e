import Testing

@testable import Counter

struct LineCommandTests {
  @Test(arguments: [
    ("+", LineCommand.send(.incrementButtonTapped)),
    ("-", .send(.decrementButtonTapped)),
    ("  fact\t", .send(.factButtonTapped)),
    ("timer", .send(.toggleTimerButtonTapped)),
    ("wait", .waitForFacts),
    ("wait 250", .pause(.milliseconds(250))),
    ("wait 0", .pause(.zero)),
    ("repeat 3 -", .repeated(3, .send(.decrementButtonTapped))),
    ("repeat 2 repeat 3 wait 1", .repeated(2, .repeated(3, .pause(.milliseconds(1))))),
    ("quit", .quit),
  ])
  func reads(line: String, command: LineCommand) throws {
    #expect(try LineCommand(parsing: line) == command)
  }

  @Test(arguments: ["", "   ", "# add one", "#+"])
  func passesOver(line: String) throws {
    #expect(try LineCommand(parsing: line) == nil)
  }

  @Test(arguments: ["++", "add", "+ 3", "Fact", "quit now", "wait 1 2", "repeat", "repeat 3"])
  func doesNotKnow(line: String) {
    #expect(throws: LineCommandFailure.unknown(line)) { try LineCommand(parsing: line) }
  }

  @Test(arguments: ["wait x", "wait -1", "repeat x +", "repeat 0 +", "repeat -1 +"])
  func missesANumber(line: String) {
    let failure = #expect(throws: LineCommandFailure.self) { try LineCommand(parsing: line) }
    #expect(failure?.description.hasPrefix("'\(line)' lacks its number") == true)
  }

  @Test func namesWhatIsWrongWithinARepetition() {
    #expect(throws: LineCommandFailure.unknown("jump")) {
      try LineCommand(parsing: "repeat 3 jump")
    }
  }
}
