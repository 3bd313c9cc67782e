import ArgumentParser
import TestSupport
import Testing
import TextTables

@testable import SignpostTool

/// The command as one thing: its overview, its help, and the names of its options.
@Suite struct HelpTests {
  private func run(_ arguments: String...) throws -> Command.Result {
    try Command.run([Tools.signpost] + arguments)
  }

  private var commands: [CommandDescription] {
    get throws { try CommandDescription(dump: Signpost._dumpHelp()).visibleSubcommands }
  }

  @Test func overview_allCommands_fitsOnOneScreen() throws {
    let lines = Overview.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23)
    for line in lines { #expect(String(line).columns <= 80, "\(line)") }
    for command in try commands {
      #expect(lines.count { $0.dropFirst(11).hasPrefix(command.commandName + " ") } == 1)
    }
  }

  @Test(arguments: [[], ["-h"], ["--help"], ["help"], ["help", "help"]])
  func signpost_withoutCommand_printsTheOverview(arguments: [String]) throws {
    let result = try Command.run([Tools.signpost] + arguments)
    #expect(result.status == 0)
    #expect(result.output == Overview.text + "\n")
  }

  @Test func help_exitStatus_isTheOnlyTable() throws {
    let result = try run("help", "exit-status")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == ExitStatus.allCases.count)
    for status in ExitStatus.allCases {
      #expect(lines.contains { $0.hasSuffix("\(status.rawValue)  \(status.meaning)") })
    }
    for command in try commands {
      let discussion = command.discussion ?? ""
      #expect(!discussion.contains(ExitStatus.traceDamaged.meaning), "\(command.commandName)")
    }
  }

  @Test func help_ofCommand_isItsHelp() throws {
    #expect(try run("help", "stop").output == run("stop", "--help").output)
    let unknown = try run("help", "exit-state")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("Did you mean 'exit-status'?"))
  }

  @Test func signpost_mistypedCommand_suggestsTheNearest() throws {
    let result = try run("repotr", "my-recording")
    #expect(result.status == 64)
    #expect(result.errors.contains("There is no command 'repotr'. Did you mean 'report'?"))
    #expect(try run("help", "repotr").errors == result.errors)
  }

  @Test(arguments: [["record"], ["report", "recording"], ["start", "night"]])
  func command_mistypedOption_suggestsTheNearest(command: [String]) throws {
    let result = try Command.run([Tools.signpost] + command + ["--fail-on-los"])
    #expect(result.status == 64)
    #expect(result.errors.contains("Did you mean '--fail-on-loss'?"), "\(result.errors)")
  }

  @Test(arguments: ["stop", "snapshot", "status"])
  func command_unknownRecording_isNoMissingProgram(command: String) throws {
    let result = try run(command, "no-recording-of-this-name")
    #expect(result.status == ExitStatus.noTrace.rawValue)
    #expect(result.errors.contains("No recording of yours is called no-recording-of-this-name."))
  }

  /// Options of one name have one meaning in all commands. A value of the same kind is a sign of
  /// it.
  @Test func options_ofOneName_takeTheSameValue() throws {
    var values: [String: Set<String>] = [:]
    for command in try commands {
      for argument in command.visibleArguments where argument.kind == .option {
        for name in argument.names ?? [] {
          values[name.text, default: []].insert(argument.valueName ?? "")
        }
      }
    }
    // A directory of a recording, or a file.
    values["--output"] = nil
    values["-o"] = nil
    for (name, kinds) in values { #expect(kinds.count == 1, "\(name): \(kinds)") }
  }

  @Test func options_ofStart_areThoseOfRecord() throws {
    func options(_ command: String) throws -> Set<String> {
      let found = try #require(commands.first { $0.commandName == command })
      return Set(found.visibleArguments.flatMap { $0.names ?? [] }.map(\.text))
    }
    // The name of `start` is its argument, and `record` is in the foreground.
    #expect(
      try options("start").union(["--recording"]) == options("record").union(["--foreground"]))
  }

  @Test func options_formerNames_areAccepted() throws {
    let record = try RecordCommand.parse(
      ["--relay", "net://host", "--relay-timeout", "5s", "--", "./program"])
    #expect(record.options.formerPatience?.nanoseconds == 5_000_000_000)
    let report = try ReportCommand.parse(["recording", "--top", "3"])
    #expect(report.formerLimit == RowLimit(rows: 3))
    #expect(try DiffCommand.parse(["before", "after", "--all"]).all)
    for option in ["-o", "--output"] {
      let top = try TopCommand.parse([option, "file", "--", "./program"])
      #expect(top.live.programOutput == "file")
    }
    _ = try TopCommand.parse(["--relay", "net://localhost", "night"])
  }

  @Test func limit_numberOrAll_isAccepted() throws {
    #expect(try ReportCommand.parse(["recording", "--limit", "all"]).chosenLimit == .all)
    #expect(try PathCommand.parse(["recording", "--limit", "7"]).limit == RowLimit(rows: 7))
    #expect(throws: (any Error).self) { try DiffCommand.parse(["a", "b", "--limit", "many"]) }
  }
}
