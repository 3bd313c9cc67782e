import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

@Suite struct RaceReportTests {
  private func report(_ events: [WrittenEvent], within gap: Int64 = 1000) throws -> RaceReport {
    try withTemporaryDirectory { directory in
      let all = [.schema(0), .storeCreated(1, 1), .storeCreated(2, 2)] + events
      try TraceWriter.simple(all).write(to: directory)
      return try RaceReport(directories: [directory.path], within: gap)
    }
  }

  private func action(
    _ time: Int64, _ id: UInt64, _ name: String, by effect: UInt64 = 0, store: UInt64 = 1,
    changes: String
  ) -> [WrittenEvent] {
    [
      .actionBegin(time, id, "app", name, cause: effect, store: store), .actionEnd(time + 1, id),
      .stateDiff(time + 2, id, changes),
    ]
  }

  private func effect(_ time: Int64, _ id: UInt64, of action: UInt64) -> [WrittenEvent] {
    [.effectBegin(time, id, "app", "started", action: action)]
  }

  /// Two effects of different actions, and the actions that they send.
  private func twoAnswers(_ first: String, _ second: String) -> [WrittenEvent] {
    action(100, 1, "searched", changes: "query") + effect(103, 10, of: 1)
      + action(110, 2, "searched", changes: "query") + effect(113, 11, of: 2)
      + action(200, 3, "found", by: 10, changes: first)
      + action(250, 4, "counted", by: 11, changes: second)
  }

  @Test func races_answersThatChangeOneProperty_areACandidate() throws {
    let report = try report(twoAnswers("results", "results, count"))
    let candidate = try #require(report.candidates.first)
    #expect(report.candidates.count == 1)
    #expect(candidate.first.name == "found")
    #expect(candidate.first.effectOf == "started")
    #expect(candidate.second.name == "counted")
    #expect(candidate.properties == ["results"])
    #expect(candidate.pairs == 1)
    #expect(candidate.gapNs == 50)
    // 'found' could also have come ahead of the second 'searched'.
    #expect(report.concurrentPairs == 2)
    #expect(report.hasStateDifferences)
  }

  @Test func races_answersThatChangeOthers_areNone() throws {
    #expect(try report(twoAnswers("results", "count")).candidates == [])
    #expect(try report(twoAnswers("results", "resultsCount")).candidates == [])
  }

  @Test(arguments: [(257, false), (300, true)])
  func races_moreActionsThanAreCompared_areNamed(count: Int, hasRemark: Bool) throws {
    let events = (1...count).flatMap { index in
      action(Int64(index) * 3, UInt64(index), "typed", changes: "query")
    }
    let report = try report(events, within: 10_000)
    #expect(report.remarks.contains { $0.contains("before it in its store") } == hasRemark)
  }

  @Test func races_partOfAProperty_isTheProperty() throws {
    let changes = [("rows", "rows[2].title"), ("rows[2].title", "rows"), ("self", "count")]
    for (first, second) in changes {
      let report = try report(twoAnswers(first, second))
      #expect(
        report.candidates.contains { [$0.first.name, $0.second.name] == ["found", "counted"] },
        "\(first), \(second)")
    }
  }

  @Test func races_actionAndItsConsequences_areNone() throws {
    let events =
      action(100, 1, "started", changes: "rows") + effect(103, 10, of: 1)
      + action(200, 2, "loaded", by: 10, changes: "rows")
      + action(210, 3, "loaded", by: 10, changes: "rows")
    #expect(try report(events).concurrentPairs == 0)
  }

  @Test func races_answerBesideTheUser_isACandidate() throws {
    let events =
      action(100, 1, "started", changes: "isLoading") + effect(103, 10, of: 1)
      + action(150, 2, "cleared", changes: "rows")
      + action(200, 3, "loaded", by: 10, changes: "rows")
      + action(260, 4, "cleared", changes: "rows")
    let report = try report(events)
    #expect(report.candidates.map(\.first.name) == ["cleared", "loaded"])
    #expect(report.candidates.map(\.gapNs) == [50, 60])
  }

  @Test func races_otherStoreOrLongAgo_areNone() throws {
    let events = twoAnswers("results", "results")
    #expect(try report(events, within: 49).candidates == [])
    let elsewhere =
      action(100, 1, "searched", changes: "query") + effect(103, 10, of: 1)
      + action(110, 2, "cleared", store: 2, changes: "results")
      + action(200, 3, "found", by: 10, changes: "results")
    #expect(try self.report(elsewhere).candidates == [])
  }

  @Test func races_nestedWrappers_countOnceByTheOutermost() throws {
    func nested(_ time: Int64, _ id: UInt64, by effect: UInt64) -> [WrittenEvent] {
      [
        .actionBegin(time, id, "app", "list.found", cause: effect, store: 1),
        .actionBegin(time + 1, id + 1, "list", "found", parent: id),
        .actionEnd(time + 2, id + 1), .stateDiff(time + 3, id + 1, "rows"),
        .actionEnd(time + 4, id), .stateDiff(time + 5, id, "list.rows"),
      ]
    }
    let events =
      action(100, 1, "searched", changes: "query") + effect(103, 10, of: 1)
      + effect(104, 11, of: 1) + nested(200, 20, by: 10) + nested(300, 30, by: 11)
    let report = try report(events)
    #expect(report.candidates.count == 1)
    #expect(report.candidates.first?.properties == ["list.rows"])
    #expect(report.candidates.first?.pairs == 1)
  }

  @Test func races_withoutStateDifferences_saysSo() throws {
    let report = try report([.actionBegin(100, 1, "app", "a", store: 1), .actionEnd(101, 1)])
    #expect(!report.hasStateDifferences)
    #expect(report.text().contains("--state-diffs"))
  }

  @Test func races_text_namesBothAndHowToTryThem() throws {
    let text = try report(twoAnswers("results", "results")).text()
    #expect(text.contains("1 candidate for races among 2 pairs"))
    #expect(text.contains("[app] found | [app] counted"))
    #expect(text.contains("--test"))
  }

  @Test func races_textOfElements_hasThePropertyOnce() throws {
    let changes = "rows[0].title, rows[1].title"
    let report = try report(twoAnswers(changes, changes))
    #expect(report.candidates.first?.properties == ["rows[0].title", "rows[1].title"])
    #expect(report.text().contains(" rows.*.title\n"))
  }
}
