import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// The exit statuses and streams of `signpost report`, seen from outside.
@Suite struct ReportCommandTests {
  private let events: [WrittenEvent] = [
    .schema(0), .actionBegin(10, 1, "counter", "increment"), .actionEnd(40, 1),
  ]

  @Test func aSoundTraceGivesAReport() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let result = try SignpostExecutable.run("report", directory.path)
      #expect(result.status == 0)
      #expect(result.output == (try Report(directory: directory.path).text()))
      #expect(result.output.contains("[counter] increment"))
      #expect(result.errors == "")
    }
  }

  /// Every command that reads a recording takes several directories.
  @Test(arguments: [
    ["report", "--json"], ["path", "--json"], ["events"], ["export", "-f", "csv"],
  ])
  func command_severalDirectories_readsThemAsOne(command: [String]) throws {
    try withTemporaryDirectory { directory in
      let names = ["whole", "a", "b"].map { directory.path + "/" + $0 }
      var trace = TraceWriter(streams: [
        [
          TraceWriter.Packet(events: Array(events.prefix(2))),
          TraceWriter.Packet(events: Array(events.dropFirst(2)), sequenceNumber: 1),
        ]
      ])
      let packets = trace.streams[0]
      for (name, range) in zip(names, [0..<2, 1..<2, 0..<1]) {
        trace.streams[0] = Array(packets[range])
        try trace.write(to: URL(filePath: name))
      }
      let output = command[0] == "export" ? ["--output", "-"] : []
      let whole = try SignpostExecutable.run(command + [names[0]] + output)
      let parts = try SignpostExecutable.run(command + [names[1], names[2]] + output)
      #expect(parts.status == 0)
      #expect(whole.output.contains("increment"))
      // JSON lists the directories as well.
      let list = #/"directories" ?: ?\[[^\]]*\],?\s*/#
      #expect(
        parts.output.replacing(list, with: "")
          .replacing("\(names[1]), \(names[2])", with: names[0])
          == whole.output.replacing(list, with: ""))
      let missing = try SignpostExecutable.run(command + [names[1], names[2] + "-"] + output)
      #expect(missing.status == 66)
      #expect(missing.errors.contains("There is no directory “\(names[2])-”"))
    }
  }

  /// With `--fail-on-loss`, losses are a failure of every command that reads.
  @Test(arguments: [["report"], ["report", "--json"], ["events"], ["export", "--format", "csv"]])
  func lossesAreAFailureWhereAskedFor(command: [String]) throws {
    try withTemporaryDirectory { directory in
      let output =
        command[0] == "export" ? ["--output", directory.path + "/spans.csv", "--force"] : []
      for (lost, status) in [(UInt64(0), Int32(0)), (3, 79)] {
        let trace = directory.path + "/lost-\(lost)"
        try TraceWriter(streams: [
          [
            TraceWriter.Packet(events: events),
            TraceWriter.Packet(events: [.actionBegin(50, 2, "", "tap")], discarded: lost),
          ]
        ]).write(to: URL(filePath: trace))
        let arguments = command + [trace] + output
        #expect(try SignpostExecutable.run(arguments).status == 0)
        let result = try SignpostExecutable.run(arguments + ["--fail-on-loss"])
        #expect(result.status == status)
        #expect(result.errors.contains("--fail-on-loss makes a failure") == (lost > 0))
        #expect(command[0] == "export" || !result.output.isEmpty)
      }
      // Damage says more.
      let file = directory.appendingPathComponent("lost-0/ch_0")
      try Data(contentsOf: file).prefix(300).write(to: file)
      let arguments = command + [directory.path + "/lost-0", "--fail-on-loss"] + output
      #expect(try SignpostExecutable.run(arguments).status == 65)
    }
  }

  /// The exit status reports output that did not reach the disk.
  @Test(arguments: [
    ["--help"], ["help", "exit-status"], ["report", "--help"],
    ["--generate-completion-script", "bash"],
    ["report", "TRACE"], ["report", "--json", "TRACE"], ["report", "--format", "csv", "TRACE"],
    ["events", "TRACE"], ["events", "--json", "TRACE"],
    ["export", "--format", "csv", "--output", "-", "TRACE"],
    ["export", "--format", "perfetto", "--output", "-", "TRACE"],
    ["view", "--no-open", "TRACE"],
  ])
  func aFullDiskIsAFailureOfEveryCommand(command: [String]) throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory.appendingPathComponent("trace"))
      let arguments = command.map { $0 == "TRACE" ? directory.path + "/trace" : $0 }
      let result = try SignpostExecutable.shell("timeout 60 \"$0\" \"$@\" > /dev/full", arguments)
      #expect(result.status == 71)
      #expect(result.errors.contains("could not be written to its end: No space left on device"))
    }
  }

  @Test func jsonIsOneObject() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let result = try SignpostExecutable.run("report", "--json", directory.path)
      #expect(result.status == 0)
      #expect(try Report(json: result.output) == Report(directory: directory.path))
      #expect(result.errors == "")
    }
  }

  @Test func aDamagedTraceIsReportedUpToTheDamage() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let file = directory.appendingPathComponent("ch_0")
      try Data(contentsOf: file).prefix(300).write(to: file)
      let result = try SignpostExecutable.run("report", directory.path)
      #expect(result.status == 65)
      #expect(result.output.hasPrefix("WARNING: the trace is damaged."))
      #expect(result.output.contains("[counter] increment"))
      #expect(result.errors.contains("ch_0: the file ends at byte 300"))
    }
  }

  @Test func aTraceThatCanNotBeReadAtAllIsDamaged() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      try Data("nonsense".utf8).write(to: directory.appendingPathComponent("metadata"))
      let result = try SignpostExecutable.run("report", directory.path)
      #expect(result.status == 65)
      #expect(result.output == "")
      #expect(result.errors.contains("metadata"))
      #expect(result.errors.contains("record again"))
    }
  }

  @Test func whereThereIsNoTraceTheStatusIs66() throws {
    try withTemporaryDirectory { directory in
      let empty = try SignpostExecutable.run("report", directory.path)
      #expect(empty.status == 66)
      #expect(empty.output == "")
      #expect(empty.errors.contains("There is no trace in “\(directory.path)”"))
      let missing = try SignpostExecutable.run("report", directory.path + "/missing")
      #expect(missing.status == 66)
      #expect(missing.errors.contains("There is no directory “\(directory.path)/missing”"))
    }
  }

  @Test func aTraceWithoutEventsHasItsOwnStatus() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([]).write(to: directory)
      let result = try SignpostExecutable.run("report", directory.path)
      #expect(result.status == 67)
      #expect(result.errors.contains("has no event"))
    }
  }

  @Test func aTraceOfOtherProvidersHasItsOwnStatus() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([.foreign(1), .foreign(2)]).write(to: directory)
      let result = try SignpostExecutable.run("report", directory.path)
      #expect(result.status == 68)
      #expect(result.errors.contains("has 2 events, but none of the provider composable"))
    }
  }

  @Test func wrongArgumentsAreUsageErrors() throws {
    #expect(try SignpostExecutable.run("report").status == 64)
    #expect(try SignpostExecutable.run("report", "--jsn", "x").status == 64)
  }

  @Test(arguments: [
    ("2s", "1.5s", "--from is later than --to"), ("0s", "1.5s", nil),
    ("2026-11-22T10:15:01Z", "2026-11-22T10:15:00Z", "--from is later than --to"),
    ("2026-11-22T10:15:01Z", "1s", "--from and --to have two forms"),
    ("1s", "2026-11-22T10:15:01Z", "--from and --to have two forms"),
  ])
  func filter_contradictoryTimes_areAUsageError(from: String, to: String, problem: String?) throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      for command in ["report", "events"] {
        let result = try SignpostExecutable.run(
          command, directory.path, "--from", from, "--to", to)
        #expect(result.status == (problem == nil ? 0 : 64))
        #expect(problem.map(result.errors.contains) ?? (result.errors == ""))
      }
    }
  }

  /// Of several patterns, one that matches selects something.
  @Test(arguments: [
    ["report"], ["report", "--json"], ["report", "--format", "csv"], ["path"], ["path", "--json"],
    ["events"], ["findings"], ["blame"], ["export", "-f", "csv", "-o", "-"], ["diff"],
  ])
  func command_filterThatMatchesNothing_isAUsageErrorWithTheNearestName(command: [String]) throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let recordings = Array(repeating: directory.path, count: command == ["diff"] ? 2 : 1)
      func run(_ options: String...) throws -> Command.Result {
        try SignpostExecutable.run(command + recordings + options)
      }
      let unlike = try run("--name", "zzzzzzzz")
      #expect(unlike.status == 64)
      #expect(unlike.errors.contains("The recording has no name “zzzzzzzz”. It has 'increment'."))
      #expect(unlike.errors.contains("The options select nothing in “\(directory.path)”."))
      for (option, pattern, nearest) in [
        ("--name", "incremnt", "Did you mean 'increment'?"),
        ("--prefix", "contre", "Did you mean 'counter'?"),
        ("--process", "dema", "Did you mean 'demo'?"),
      ] {
        let result = try run(option, pattern)
        #expect(result.status == 64)
        #expect(result.errors.contains(nearest), "\(result.errors)")
        let isData = command.contains("--json") || command[0] == "export"
        #expect(result.output.isEmpty == !isData)
      }
      let late = try run("--from", "1h")
      #expect(late.status == 64)
      #expect(late.errors.contains("No time is selected"))
      #expect(try run("--name", "zzzzzzzz", "--name", "increment").status == 0)
    }
  }

  @Test func blame_propertyThatNeverChanged_isAUsageErrorWithTheOthers() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events + [.stateDiff(41, 1, "count, list.rows")])
        .write(to: directory)
      let result = try SignpostExecutable.run("blame", directory.path, "nosuch")
      #expect(result.status == 64)
      #expect(result.output == "")
      #expect(
        result.errors.contains(
          "The recording has no change of “nosuch”. It has 'count', 'list.rows'."))
      #expect(try SignpostExecutable.run("blame", directory.path, "count").status == 0)
      #expect(try SignpostExecutable.run("blame", directory.path).status == 0)
      // A gate that could not judge has not passed.
      let gate = try SignpostExecutable.run(
        "blame", directory.path, "nosuch", "--expect", "changes <= 2")
      #expect(gate.status == 3)
    }
  }

  /// The reader, such as `head`, has closed the pipe on purpose; a script can check the status.
  @Test(arguments: [
    ["report", "--json", "TRACE"], ["report", "--format", "csv", "TRACE"], ["events", "TRACE"],
    ["events", "--json", "TRACE"], ["export", "--format", "csv", "--output", "-", "TRACE"],
    ["export", "--format", "perfetto", "--output", "-", "TRACE"], ["findings", "--json", "TRACE"],
    ["--generate-completion-script", "bash"],
  ])
  func command_closedPipe_isAStatusWithoutAMessage(command: [String]) throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory.appendingPathComponent("trace"))
      let arguments = command.map { $0 == "TRACE" ? directory.path + "/trace" : $0 }
      // A pipe whose only reader is closed before the command starts.
      let pipe =
        "mkfifo '\(directory.path)/pipe'; exec 4<>'\(directory.path)/pipe' 3>&4"
        + " 3>'\(directory.path)/pipe' 4<&-"
      for trap in ["", "trap '' PIPE;"] {
        let result = try SignpostExecutable.shell(
          "\(pipe); \(trap) \"$0\" \"$@\" >&3; echo $?; rm '\(directory.path)/pipe'", arguments)
        #expect(result.output == "71\n")
        #expect(result.errors == "")
      }
    }
  }

  /// A terminal obeys control characters, which names in a recording may have.
  @Test(arguments: [
    ["report", "TRACE"], ["report", "--json", "TRACE"], ["report", "--format", "csv", "TRACE"],
    ["report", "--format", "markdown", "TRACE"], ["events", "TRACE"],
    ["events", "--json", "TRACE"],
    ["export", "--format", "csv", "--output", "-", "TRACE"],
    ["export", "--format", "folded", "--output", "-", "TRACE"],
    ["export", "--format", "chrome", "--output", "-", "TRACE"],
  ])
  func command_onATerminal_printsNoControlCharactersOfNames(command: [String]) throws {
    try withTemporaryDirectory { directory in
      // An escape sequence, a control character of one byte in Latin 1, and an override of
      // directions.
      let name = "a\u{1B}[31mb\u{9B}31mc\u{202E}d👨‍👩‍👧"
      try TraceWriter.simple([
        .schema(0), .actionBegin(1, 1, "app", name), .actionEnd(1000, 1),
      ]).write(to: directory)
      let arguments = command.map { $0 == "TRACE" ? directory.path : $0 }
      let result = try SignpostExecutable.shell(
        "NO_COLOR=1 script --quiet --return --command \"$0 $*\" /dev/null", arguments)
      #expect(result.status == 0)
      for character in ["\u{1B}[31m", "\u{9B}", "\u{202E}"] {
        #expect(!result.output.contains(character), "\(result.output)")
      }
      #expect(result.output.contains("👨‍👩‍👧"))
    }
  }
}
