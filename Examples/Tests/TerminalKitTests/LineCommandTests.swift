import Testing

@testable import TerminalKit

struct LineCommandTests {
  enum Action: Equatable {
    case add
    case choose(Int)
    case name(String)
    case toggleTimer
  }

  static let commands = [
    Command("+", keys: ["+", "="], label: "add", help: "add one", sends: Action.add),
    Command(
      "choose", keys: ["c"], label: "choose", help: "choose one",
      parameter: .init("number", example: "3")
    ) { Int($0).map(Action.choose) },
    Command(
      "name", keys: ["n"], label: "name", help: "give it a name",
      parameter: .init("text", example: "Blob")
    ) { $0.isEmpty ? nil : .name($0) },
    Command(
      "timer", keys: ["t"], label: "timer", help: "start it", isLasting: true,
      sends: Action.toggleTimer),
  ]

  func parse(_ line: String) throws(LineCommandFailure) -> LineCommand<Action>? {
    try LineCommand(parsing: line, Self.commands)
  }

  @Test(arguments: [
    ("+", LineCommand.send(Action.add)),
    ("  choose\t3 ", .send(.choose(3))),
    ("name Hand  Soap", .send(.name("Hand Soap"))),
    ("timer", .send(.toggleTimer, isLasting: true)),
    ("wait", .waitForEffects),
    ("wait 250", .pause(.milliseconds(250))),
    ("wait 0", .pause(.zero)),
    ("repeat 3 choose 1", .repeated(3, .send(.choose(1)))),
    ("repeat 2 repeat 3 wait 1", .repeated(2, .repeated(3, .pause(.milliseconds(1))))),
    ("quit", .quit),
  ])
  func reads(line: String, command: LineCommand<Action>) throws {
    #expect(try parse(line) == command)
  }

  @Test(arguments: ["", "   ", "# add one", "#+"])
  func passesOver(line: String) throws {
    #expect(try parse(line) == nil)
  }

  @Test(arguments: ["++", "add", "+ 3", "Timer", "quit now", "wait 1 2", "repeat", "repeat 3"])
  func doesNotKnow(line: String) {
    let commands = ["+", "choose <number>", "name <text>", "timer"]
    #expect(throws: LineCommandFailure.unknown(line, commands: commands)) { try parse(line) }
  }

  @Test(arguments: [
    ("wait x", "number", "wait 500"), ("wait -1", "number", "wait 500"),
    ("repeat x +", "number", "repeat 1000 +"), ("repeat 0 +", "number", "repeat 1000 +"),
    ("repeat -1 +", "number", "repeat 1000 +"), ("choose", "number", "choose 3"),
    ("choose x", "number", "choose 3"), ("name", "text", "name Blob"),
  ])
  func missesAnArgument(line: String, missing: String, example: String) {
    let failure = #expect(throws: LineCommandFailure.self) { try parse(line) }
    #expect(
      failure?.description == "'\(line)' lacks its \(missing); write it like '\(example)'")
  }

  @Test func namesWhatIsWrongWithinARepetition() {
    let failure = #expect(throws: LineCommandFailure.self) { try parse("repeat 3 jump") }
    #expect(
      failure?.description == """
        unknown command 'jump'; commands are +, choose <number>, name <text>, timer, wait, \
        wait <ms>, repeat <n> <command>, quit
        """)
  }

  @Test func theBarNamesTheFirstKeyOfEachCommand() {
    #expect(Command.bar(Self.commands) == ["+ add", "c choose", "n name", "t timer", "q quit"])
  }

  @Test func theHelpExplainsEachCommand() {
    let lines = Command.help(Self.commands).split(separator: "\n")
    #expect(lines.contains("  +                     add one"))
    #expect(lines.contains("  choose <number>       choose one"))
    #expect(lines.contains("  repeat <n> <command>  do something several times"))
  }
}
