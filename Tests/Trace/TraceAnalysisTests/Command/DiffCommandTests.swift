import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

/// The exit statuses and streams of `signpost diff`, seen from outside.
@Suite struct DiffCommandTests {
  /// A report with one action and further keys.
  private func json(_ keys: String = "") -> String {
    """
    {"is_complete": true\(keys), "actions": [{"prefix": "app", "name": "x", "count": 300,
      "duration": {"count": 300, "p50_ns": 10, "p90_ns": 20, "p99_ns": 30, "max_ns": 40}}]}
    """
  }

  private func diff(_ before: String, _ after: String, _ options: String...) throws
    -> Command.Result
  {
    try withTemporaryDirectory { directory in
      let paths = ["before.json", "after.json"].map { directory.path + "/" + $0 }
      for (text, path) in zip([before, after], paths) {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
      }
      return try SignpostExecutable.run(["diff"] + options + paths)
    }
  }

  @Test func diff_groupedReport_isRefused() throws {
    #expect(try diff(json(), json()).status == 0)
    let result = try diff(json(), json(#", "grouping": "process""#))
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.contains("after.json: it has a row for each process; write the report"))
  }

  @Test func diff_filteredAndUnfilteredReport_isNotJudged() throws {
    let filtered = json(#", "is_filtered": true"#)
    let result = try diff(json(), filtered)
    #expect(result.status == 3)
    #expect(result.errors.contains("Not judged: some reports are filtered, and others are not."))
    #expect(try diff(filtered, filtered).status == 0)
  }

  @Test func diff_sample_isNotJudgedUnlessAsked() throws {
    let sample = json(#", "sampling": {"sample": "1/10", "factor": 10, "chains": 1}"#)
    let result = try diff(json(), sample)
    #expect(result.status == 3)
    #expect(result.errors.contains("sampled 1/10: its counts are estimates"))
    #expect(result.errors.contains("--allow-incomplete"))
    #expect(result.output.contains("Differences"))
    #expect(try diff(json(), sample, "--allow-incomplete").status == 0)
  }
}
