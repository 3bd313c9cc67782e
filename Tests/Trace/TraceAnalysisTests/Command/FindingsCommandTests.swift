import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// The exit statuses and streams of `signpost findings`, seen from outside.
@Suite struct FindingsCommandTests {
  private func findings(_ options: [String]) throws -> Command.Result {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple([
        .schema(0), .actionBegin(10, 1, "counter", "increment"), .actionEnd(40, 1),
      ]).write(to: directory)
      return try SignpostExecutable.run(["findings", directory.path] + options)
    }
  }

  @Test(arguments: [
    (["--name", "incremenr"], "has no name “incremenr”"),
    (["--process", "dema"], "has no process “dema”"),
    (["--from", "1h"], "the period begins after the end of the recording"),
  ])
  func findings_filterThatSelectsNothing_isNotJudged(filter: [String], remark: String) throws {
    let options = try findings(filter)
    #expect(options.status == 64)
    #expect(options.errors.contains(remark))
    for rule in ["any", "storm", "lost-events"] {
      let result = try findings(filter + ["--fail-on", rule])
      #expect(result.status == 3, "\(rule)")
      #expect(result.errors.contains("could not be judged: "))
    }
    #expect(try findings(filter + ["--json"]).output.contains("\"remarks\" : [\n"))
  }

  @Test func findings_filterThatSelectsAnAction_isJudged() throws {
    let result = try findings(["--name", "increment", "--fail-on", "any"])
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  @Test func findings_namedRules_areDescribed() throws {
    for rule in RuleDescription.all {
      let command = rule.command.split(separator: " ").map(String.init)
      #expect(command.first == "signpost")
      let result = try SignpostExecutable.run(Array(command.dropFirst()))
      #expect(result.status == 0)
      let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
      #expect(words(result.output) == words(rule.text(TextLayout())))
      #expect(result.output.contains("Do: "))
    }
    let wrong = try SignpostExecutable.run("findings", "--rules", "strom")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("There is no rule 'strom'. Did you mean 'storm'?"))
  }

  @Test func findings_sarif_namesFilesOfTheSource() throws {
    try withTemporaryDirectory { directory in
      var events = [WrittenEvent.storeCreated(0, 1, feature: "Shop")]
      for index in 0..<5 {
        let (time, id) = (Int64(index) * 100_000_000, UInt64(index + 1))
        events += [
          .send(time, id, store: 1, name: "tap"), .actionBegin(time, id, "app", "tap"),
          .actionEnd(time + 60_000_000, id),
        ]
      }
      let trace = directory.appendingPathComponent("trace").path
      try TraceWriter.simple(events).write(to: URL(filePath: trace))
      let sources = directory.appendingPathComponent("program/Sources/Demo")
      try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
      let root = directory.appendingPathComponent("program").path
      let arguments = ["findings", trace, "--sarif", "--source-root"]
      let absent = try SignpostExecutable.run(arguments + [root])
      #expect(absent.status == 0)
      #expect(absent.errors.contains("is Demo/main.swift, as far as folders are named after"))
      #expect(absent.output.contains("\"uri\" : \"Demo/main.swift\""))
      try Data().write(to: sources.appendingPathComponent("main.swift"))
      // In the directory, too.
      for command in [
        arguments + [root], ["-c", "cd \"$1\"; \"$0\" findings \"$2\" --sarif", root, trace],
      ] {
        let found =
          command[0] == "-c"
          ? try SignpostExecutable.shell(command[1], Array(command[2...]))
          : try SignpostExecutable.run(command)
        #expect(found.status == 0)
        #expect(found.errors == "")
        #expect(found.output.contains("\"uri\" : \"Sources/Demo/main.swift\""))
      }
      let wrong = try SignpostExecutable.run(arguments + [directory.path + "/none"])
      #expect(wrong.status == 64)
      #expect(wrong.errors.contains("none: No such file or directory"))
    }
  }

  @Test(arguments: [
    (["rec", "--fail-on", "storm", "--without", "storm"], "--without storm"),
    (["--rules", "--fail-on", "storm"], "--fail-on"),
    (["--rules", "--without", "storm"], "--without"),
    (["--rules", "--all"], "--all"), (["--rules", "--config", "x.json"], "--config"),
    (["--rules", "--from", "1s"], "--from"), (["--rules", "--fail-on-loss"], "--fail-on-loss"),
  ])
  func findings_optionsThatContradict_areRefused(options: [String], text: String) throws {
    let result = try SignpostExecutable.run(["findings"] + options)
    #expect(result.status == 64)
    #expect(result.errors.contains(text))
  }

  @Test func findings_lossAndFinding_haveAMessageEach() throws {
    try withTemporaryDirectory { directory in
      let events: [WrittenEvent] = [
        .schema(0), .actionBegin(10, 1, "counter", "slow"), .actionEnd(900_000_000, 1),
      ]
      try TraceWriter(streams: [
        [
          TraceWriter.Packet(events: events),
          TraceWriter.Packet(events: [.schema(2_000_000_000)], discarded: 3),
        ]
      ]).write(to: directory)
      let gate = ["--fail-on", "long-on-main-actor"]
      let found = try SignpostExecutable.run(["findings", directory.path] + gate)
      #expect(found.status == 2)
      #expect(found.errors.contains("--fail-on makes a failure: long-on-main-actor"))
      let both = try SignpostExecutable.run(["findings", directory.path, "--fail-on-loss"] + gate)
      #expect(both.status == 79)
      #expect(both.errors.contains("--fail-on makes a failure: long-on-main-actor"))
      #expect(both.errors.contains("--fail-on-loss makes a failure"))
    }
  }

  @Test func findings_rulesAsSARIF_areRefused() throws {
    let result = try SignpostExecutable.run("findings", "--rules", "--sarif")
    #expect(result.status == 64)
    #expect(result.errors.contains("--rules --json"))
  }
}
