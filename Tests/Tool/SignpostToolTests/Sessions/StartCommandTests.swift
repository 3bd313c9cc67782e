import ArgumentParser
import Testing

@testable import SignpostTool

@Suite struct StartCommandTests {
  @Test(arguments: [
    (["night"], 0), (["-o", "night", "--verbose", "night"], 3), (["night", "-o", "night"], 0),
    (["--attach", "night", "--output=night", "night"], 3), (["--verbose", "night"], 1),
    (["-o", "night", "night", "--all-stores", "--", "night"], 2),
    (["-o", "night", "--all-stores", "night", "--", "night", "night"], 3),
    (["--on-slow", "16ms:night", "--attach", "night", "night", "--snapshot"], 4),
  ])
  func position_otherArgumentsAreTheSameWord_isTheName(arguments: [String], position: Int) {
    #expect(StartCommand.position(of: "night", in: arguments) == position)
  }

  /// No command would end with the exit code that the option requests.
  @Test func parse_failOnLossInTheBackground_isRefused() throws {
    #expect(throws: (any Error).self) { try StartCommand.parse(["night", "--fail-on-loss"]) }
    #expect(throws: (any Error).self) {
      try StartCommand.parse(["night", "--fail-on-loss", "--", "./server"])
    }
    _ = try StartCommand.parse(["night", "--fail-on-loss", "--foreground"])
    _ = try RecordCommand.parse(["--fail-on-loss", "--duration", "10s"])
  }

  @Test(arguments: ["0s", "0ms", "0.0000000001s"])
  func parse_durationOfZero_saysWhatIsExpected(duration: String) throws {
    for arguments in [[], ["--attach", "4242"]] {
      let error = #expect(throws: (any Error).self) {
        try RecordCommand.parse(arguments + ["--duration", duration])
      }
      let message = error.map(RecordCommand.message(for:)) ?? ""
      #expect(message.hasPrefix("--duration takes a time of more than 0, such as 10s"))
    }
  }

  @Test func position_otherName_isNil() {
    #expect(StartCommand.position(of: "day", in: ["-o", "day", "night"]) == nil)
  }
}
