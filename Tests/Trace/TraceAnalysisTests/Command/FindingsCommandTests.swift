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
    #expect(options.status == 0)
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

  @Test func findings_rulesAsSARIF_areRefused() throws {
    let result = try SignpostExecutable.run("findings", "--rules", "--sarif")
    #expect(result.status == 64)
    #expect(result.errors.contains("--rules --json"))
  }
}
