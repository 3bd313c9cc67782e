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

  @Test(arguments: [
    (["rec", "--fail-on", "storm", "--without", "storm"], "--without storm"),
    (["--rules", "--fail-on", "storm"], "--fail-on"),
    (["--rules", "--without", "storm"], "--without"),
    (["--rules", "--all"], "--all"), (["--rules", "--config", "x.json"], "--config"),
    (["--rules", "--from", "1s"], "filters"), (["--rules", "--fail-on-loss"], "--fail-on-loss"),
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
