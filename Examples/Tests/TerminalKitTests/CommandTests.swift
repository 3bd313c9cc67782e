import Testing

@testable import TerminalKit

@Suite struct CommandTests {
  private let command = Command<Int>(
    "row", keys: ["r"], label: "row", help: "choose a row", isLasting: true,
    parameter: CommandParameter("number", example: "1")
  ) { text throws(LineCommandFailure) in
    guard let number = Int(text) else { return nil }
    guard number < 3 else { throw .impossible("there is no row \(number)") }
    return number
  }

  @Test func aCommandOfAPartIsOneOfTheWhole() throws {
    let command = command.map { "row \($0)" }
    #expect(try command.action("2") == "row 2")
    #expect(command.word == "row")
    #expect(command.keys == ["r"])
    #expect(command.isLasting)
    #expect(command.with(keys: []).keys == [])
  }

  @Test func anArgumentIsRefusedWithAReason() {
    #expect(
      throws: LineCommandFailure.wrongArgument("row x", missing: "number", example: "row 1")
    ) {
      try command.action("x")
    }
    #expect(throws: LineCommandFailure.impossible("there is no row 3")) {
      try command.map { "\($0)" }.action("3")
    }
  }
}
