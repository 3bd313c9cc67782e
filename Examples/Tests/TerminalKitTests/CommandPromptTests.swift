import Testing

@testable import TerminalKit

@MainActor
struct CommandPromptTests {
  let prompt = CommandPrompt<Int>()
  let command = Command<Int>(
    "choose", keys: ["c"], label: "choose", help: "choose one",
    parameter: .init("number", example: "3")
  ) { Int($0) }

  func type(_ keys: [Key], refusing refused: Int? = nil) -> [Int] {
    var sent: [Int] = []
    for key in keys {
      prompt.take(key) { number throws(LineCommandFailure) in
        guard number != refused else { throw .impossible("\(number) is taken") }
        sent.append(number)
      }
    }
    return sent
  }

  @Test func asksUntilThereIsAnArgument() {
    #expect(prompt.lines(width: 60) == nil)
    prompt.open(command)
    #expect(type(["4", "x", .backspace, "2"]) == [])
    #expect(prompt.lines(width: 60)?.first == "choose <number>: 42_")
    #expect(type([.return]) == [42])
    #expect(!prompt.isOpen)
    #expect(prompt.lines(width: 60) == nil)
  }

  @Test func saysWhatIsWrongAndAsksOn() {
    prompt.open(command)
    #expect(type(["x", .return]) == [])
    #expect(
      prompt.lines(width: 60)?.first == "'choose x' lacks its number; write it like 'choose 3'")
    #expect(type([.backspace, "7", .return], refusing: 7) == [])
    #expect(prompt.lines(width: 60)?.first == "7 is taken")
    #expect(type([.backspace, "8", .return], refusing: 7) == [8])
  }

  @Test func escapeCancels() {
    prompt.open(command)
    #expect(type(["1", .escape, .return]) == [])
    #expect(!prompt.isOpen)
    prompt.open(command)
    #expect(prompt.lines(width: 60)?.first == "choose <number>: _")
  }
}
