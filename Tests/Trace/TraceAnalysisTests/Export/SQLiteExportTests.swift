import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct SQLiteExportTests {
  private func query(_ database: Data, _ queries: String...) throws -> [[[String]]] {
    try query(database, queries)
  }

  private func query(_ database: Data, _ queries: [String]) throws -> [[[String]]] {
    try withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("trace.sqlite")
      try database.write(to: file)
      let output = try Viewers.run(
        "python3", Viewers.sources.appendingPathComponent("sqlite.py").path, file.path,
        arguments: queries)
      return try output.split(separator: "\n").map { try JSONRows.decode($0) }
    }
  }

  @Test func everySpanAndPointIsARow() throws {
    let answers = try query(
      try exportedData(TraceOfEverything.writer, as: .sqlite),
      "PRAGMA integrity_check",
      "SELECT kind, count(*) FROM spans GROUP BY kind ORDER BY kind",
      "SELECT kind, count(*) FROM points GROUP BY kind ORDER BY kind",
      "SELECT count(*), sum(count), sum(end - start) FROM gaps",
      "SELECT id, pid, name FROM processes ORDER BY id",
      """
      SELECT prefix, name, duration, self_time, completeness, feature, waited, payload,
        state_difference FROM actions WHERE process_name = 'demo' ORDER BY start
      """,
      "SELECT prefix, name, duration, completeness, outcome, outputs FROM effects ORDER BY start",
      "SELECT subsystem, category, name, duration, completeness FROM intervals ORDER BY id",
      "SELECT level, label, message, metadata, file, line FROM logs",
      "SELECT id, tid, name, process FROM threads ORDER BY id")
    #expect(answers[0] == [["ok"]])
    let spans = TraceOfEverything.spans.map { ["\($0.key)", "\($0.value)"] }
    #expect(answers[1] == spans.sorted { $0[0] < $1[0] })
    var points = TraceOfEverything.points
    points["payload"] = 1
    points["state_diff"] = 1
    #expect(answers[2] == points.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
    #expect(answers[3] == [["1", "2", "255000"]])
    #expect(answers[4] == [["0", "4242", "demo"], ["1", "4343", "worker"]])
    let no = JSONRows.null
    #expect(
      answers[5] == [
        ["app", "tap", "18000", "12000", "whole", "Counter", "2000", "tap(3)", "count"],
        ["row", "tap", "6000", "6000", "whole", "Counter", no, no, no],
        ["app", "loaded", "8000", "8000", "whole", "Counter", "1000", no, no],
        ["app", "again", "3000", "3000", "whole", "Counter", "9000", no, no],
        ["app", "lost", no, no, "endLost", "Counter", no, no, no],
        ["app", "after", "5000", "5000", "whole", "Counter", no, no, no],
        ["app", "open", no, no, "stillOpen", "Counter", no, no, no],
      ])
    #expect(
      answers[6] == [
        ["app", "poll", "87000", "announced", "cancelled", "0"],
        ["row", "tap", "35000", "whole", "finished", "1"],
        ["row", "tap", no, "endLost", no, "0"],
      ])
    #expect(
      answers[7] == [
        ["app", "network", "fetch", "5000", "whole"],
        ["app", "network", "fetch", no, "endLost"], ["app", "network", "open", no, "stillOpen"],
        ["app", "network", "early", no, "beginLost"],
      ])
    #expect(answers[9] == [["0", "4242", "demo", "0"], ["1", "4344", "worker", "1"]])
    #expect(
      answers[8] == [
        ["warning", "app.net", "slow \"host\"", "attempt=2", "Demo/main.swift", "7"]
      ])
  }

  @Test func export_waitForTheActor_isPartOfTheWait() throws {
    let answers = try query(
      try exportedData(
        .simple([
          .send(9000, 7, store: 1, waited: 8000), .actionBegin(9100, 7, "app", "tap"),
          .actionEnd(9200, 7),
        ]), as: .sqlite),
      "PRAGMA user_version", "SELECT waited FROM actions",
      "SELECT start - sent, sent - requested FROM spans")
    #expect(answers == [[["2"]], [["8100"]], [["100", "8000"]]])
  }

  @Test func export_completeActionData_isThePayload() throws {
    let answers = try query(
      try exportedData(
        .simple([
          .actionBegin(1, 7, "app", "whole"), .stateData(2, 7, "[]"),
          .actionData(3, 7, "{\"é\":1}"),
          .actionEnd(4, 7),
          .actionBegin(5, 8, "app", "in pieces"), .actionData(6, 8, "{\"a\"", size: 7),
          .actionData(7, 8, ":1}", size: 7, offset: 4), .actionEnd(8, 8),
          .actionBegin(9, 9, "app", "failed"), .actionData(10, 9, ""), .actionEnd(11, 9),
        ]), as: .sqlite),
      "SELECT name, payload FROM actions ORDER BY start",
      "SELECT kind, number FROM points WHERE number IS NOT NULL ORDER BY time")
    let no = JSONRows.null
    #expect(answers[0] == [["whole", "{\"é\":1}"], ["in pieces", no], ["failed", no]])
    #expect(
      answers[1] == [
        ["state_data", "2"], ["action_data", "8"], ["action_data", "7"], ["action_data", "7"],
        ["action_data", "0"],
      ])
  }

  @Test func documentedQueriesHaveAnswers() throws {
    let answers = try query(
      try exportedData(TraceOfEverything.writer, as: .sqlite), DocumentedQueries.of("sqlite"))
    let no = JSONRows.null
    #expect(answers.count == 3)
    // With equal times, any order is right.
    #expect(Array(answers[0].prefix(2).map { $0[2] }) == ["a;b, \"c\"\n<d>", "deep"])
    #expect(Array(answers[1].prefix(2)) == [["again", "0.009", "loaded"], ["tap", "0.002", no]])
    #expect(answers[2] == [])
  }

  @Test func aDatabaseIsNotWrittenToStandardOutput() throws {
    try withTemporaryDirectory { directory in
      try TraceOfEverything.writer.write(to: directory)
      #expect {
        try TraceExport.write(directory.path, as: .sqlite, to: "-")
      } throws: { error in
        "\(error)".contains("a database takes a file that can be read while it is written")
      }
    }
  }
}
