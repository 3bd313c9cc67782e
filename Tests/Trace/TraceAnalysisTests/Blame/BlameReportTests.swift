import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

@Suite struct BlameReportTests {
  /// A search from outside that sets `isLoading` and starts an effect, whose results clear it.
  private func search(_ time: Int64, _ id: UInt64, values: Bool = false) -> [WrittenEvent] {
    func difference(_ old: Bool, _ new: Bool) -> String {
      guard values else { return "list.isLoading" }
      return """
          App.State(
            list: List.State(
        -     isLoading: \(old),
        +     isLoading: \(new),
              query: ""
            ),
            count: 0
          )
        """
    }
    return [
      .actionBegin(time, id, "app", "list.search"),
      .actionBegin(time + 1, id + 1, "list", "search", parent: id),
      .actionEnd(time + 2, id + 1, effect: 1),
      .stateDiff(time + 3, id + 1, "isLoading"),
      .actionEnd(time + 4, id, effect: 1),
      .stateDiff(time + 5, id, difference(false, true)),
      .observeBegin(
        time + 10, 1, line: 30, after: id + 1, "list", "search", changed: "List.isLoading"),
      .observeEnd(time + 12, 1, line: 30),
      .effectBegin(time + 20, id + 2, "list", "search", action: id + 1),
      .effectOutput(time + 30, id + 2, "results"),
      .actionBegin(time + 31, id + 3, "app", "list.results", cause: id + 2),
      .actionEnd(time + 32, id + 3),
      .stateDiff(time + 33, id + 3, difference(true, false)),
      .observeBegin(
        time + 34, 1, line: 30, after: id + 3, "app", "list.results", changed: "List.isLoading"),
      .observeEnd(time + 35, 1, line: 30),
      .observeBegin(
        time + 36, 1, line: 40, after: id + 3, "app", "list.results", changed: "List.query"),
      .observeEnd(time + 37, 1, line: 40),
      .effectEnd(time + 40, id + 2, outputs: 1),
    ]
  }

  private var twoSearches: [WrittenEvent] {
    [.schema(0), .storeCreated(1, 1)] + search(100, 10) + search(1000, 20)
  }

  private func report(
    _ events: [WrittenEvent], _ patterns: String..., expect: [String] = [],
    _ change: (inout BlameOptions) -> Void = { _ in }
  ) throws -> BlameReport {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      var options = BlameOptions()
      options.expectations = try expect.map { try BlameExpectation($0) }
      change(&options)
      return try BlameReport(
        directory: directory.path, of: patterns.map { PropertyPattern($0) }, options: options)
    }
  }

  @Test func blame_property_hasEachChangeWithItsCauseAndObservers() throws {
    let report = try report(twoSearches, "list.isLoading")
    let property = try #require(report.properties.first)
    #expect(report.properties.map(\.property) == ["list.isLoading"])
    #expect(property.changes == 4)
    #expect(property.chains == 2)
    #expect(property.busiest?.changes == 2)
    #expect(property.observers == 4)
    #expect(property.by.map(\.name) == ["list.results", "search"])
    #expect(property.by.map(\.fromName) == ["search", "search"])
    #expect(report.changes.map(\.name) == ["search", "list.results", "search", "list.results"])
    let second = report.changes[1]
    #expect(second.cameFromOutside)
    #expect(second.causes.map(\.kind) == [.action, .effect])
    #expect(second.causes.map(\.name) == ["search", "search"])
    #expect(second.observers.map(\.line) == [30])
    #expect(second.observers.map(\.property) == ["List.isLoading"])
  }

  @Test func blame_namesOnly_saysThatValuesAreMissing() throws {
    let report = try report(twoSearches, "list.isLoading")
    #expect(!report.recorded.values)
    #expect(report.properties.first?.returns == nil)
    #expect(report.remarks.contains { $0.contains(".signpost(stateDiff: .full)") })
  }

  @Test func blame_fullDifferences_haveValuesAndReturns() throws {
    let events =
      [.schema(0), .storeCreated(1, 1)] + search(100, 10, values: true)
      + search(1000, 20, values: true)
    let report = try report(
      events, "list.isLoading", expect: ["returns <= 1 per chain", "returns == 2", "returns < 2"])
    #expect(report.changes.map(\.old) == ["false", "true", "false", "true"])
    #expect(report.changes.map(\.new) == ["true", "false", "true", "false"])
    #expect(report.properties.first?.returns == 2)
    #expect(report.properties.first?.busiest?.returns == 1)
    #expect(report.expectations.map(\.outcome) == [.kept, .kept, .broken])
    let text = report.text()
    #expect(text.contains("false → true"))
    #expect(text.contains("from outside: [list] search +"))
    #expect(text.contains("observers: Demo/main.swift:30 (List.isLoading)"))
  }

  @Test func blame_typeAndField_selectsTheValuesThatObserversName() throws {
    let other: [WrittenEvent] = [
      .actionBegin(5000, 50, "app", "detail"), .actionEnd(5001, 50),
      .stateDiff(5002, 50, "detail.isLoading"),
      .observeBegin(5003, 1, line: 9, after: 50, "app", "detail", changed: "Detail.isLoading"),
      .observeEnd(5004, 1, line: 9),
    ]
    let report = try report(twoSearches + other, "List.isLoading")
    #expect(report.properties.map(\.property) == ["list.isLoading"])
    #expect(report.remarks.allSatisfy { !$0.contains("names the type") })
    let all = try self.report(twoSearches + other, "Unknown.isLoading")
    #expect(all.properties.isEmpty)
  }

  @Test func blame_severalPropertiesOfAnAction_countItOnce() throws {
    let events: [WrittenEvent] = [
      .schema(0), .storeCreated(1, 1),
      .actionBegin(10, 1, "", "loaded"), .actionEnd(11, 1),
      .stateDiff(12, 1, "rows[0].name, rows[1].name"),
      .actionBegin(20, 2, "", "cleared"), .actionEnd(21, 2), .stateDiff(22, 2, "rows"),
    ]
    let whole = try report(events, "rows")
    #expect(whole.properties.map(\.changes) == [2])
    #expect(whole.changes.map(\.path) == ["rows[0].name", "rows[1].name", "rows"])
    let parts = try report(events, "rows.*.name", expect: ["changes <= 1", "changes <= 2"])
    #expect(parts.properties.map(\.property) == ["rows[0].name", "rows[1].name"])
    #expect(parts.properties.map(\.changes) == [1, 1])
    #expect(parts.properties.map(\.asPart) == [1, 1])
    #expect(parts.expectations.map(\.outcome) == [.notJudged, .kept])
  }

  // MARK: - Expectations

  @Test func blame_expectationPerAction_countsEachWithItsConsequences() throws {
    let report = try report(
      twoSearches, "list.isLoading",
      expect: [
        "changes <= 2 per search", "changes <= 1 per search", "changes >= 1 per list",
        "changes <= 3", "changes <= 1 per results", "observers <= 1 per chain",
      ])
    #expect(
      report.expectations.map(\.outcome)
        == [.kept, .broken, .kept, .broken, .kept, .broken]
        .map { $0 as BlameExpectation.Outcome })
    #expect(report.expectations[1].measured == 2)
    #expect(report.expectations[1].chain?.name == "search")
    #expect(report.expectations[3].measured == 4)
  }

  @Test func blame_scopesWithoutChanges_countAsZero() throws {
    let idle: [WrittenEvent] = [
      .actionBegin(5000, 50, "app", "list.search"), .actionEnd(5001, 50, changed: 1),
    ]
    let report = try report(
      twoSearches + idle, "list.isLoading",
      expect: ["changes >= 1 per list.search", "changes <= 2 per list.search"])
    #expect(report.expectations.map(\.outcome) == [.broken, .kept])
    #expect(report.expectations[0].measured == 0)
  }

  /// A search whose actions pass two wrappers, the inner of which has the prefix `list`.
  private func nestedSearch(_ time: Int64, _ id: UInt64) -> [WrittenEvent] {
    func action(
      _ time: Int64, _ id: UInt64, _ name: String, cause: UInt64 = 0, effect: UInt64 = 0
    ) -> [WrittenEvent] {
      [
        .actionBegin(time, id, "app", "list.\(name)", cause: cause),
        .actionBegin(time + 1, id + 1, "list", name, parent: id),
        .actionEnd(time + 2, id + 1, effect: effect),
        .actionEnd(time + 3, id, effect: effect),
        .stateDiff(time + 4, id, "list.isLoading"),
      ]
    }
    return action(time, id, "search", effect: 1)
      + [.effectBegin(time + 20, id + 2, "list", "search", action: id + 1)]
      + action(time + 30, id + 3, "results", cause: id + 2)
      + [.effectEnd(time + 40, id + 2, outputs: 1)]
  }

  @Test func blame_nestedWrappersAndPrefixes_countAScopeOnce() throws {
    let searches = (0..<8).flatMap { nestedSearch(100 + 1000 * $0, 10 + 10 * UInt64($0)) }
    let report = try report(
      [.schema(0), .storeCreated(1, 1)] + searches, "list.isLoading",
      expect: [
        "changes == 1 per results", "changes >= 1 per results", "changes == 2 per search",
        "changes == 2 per list", "changes >= 2 per list", "changes >= 2 per app",
        "changes >= 3 per list",
      ])
    #expect(
      report.expectations.map(\.outcome)
        == [.kept, .kept, .kept, .kept, .kept, .kept, .broken]
        .map { $0 as BlameExpectation.Outcome })
    #expect(report.expectations.last?.measured == 2)
  }

  @Test func blame_scopeWithAPossibleChange_isNotEmpty() throws {
    let events: [WrittenEvent] = [
      .schema(0), .storeCreated(1, 1),
      .actionBegin(10, 1, "", "tap"), .actionEnd(11, 1), .stateDiff(12, 1, "list.isLoading"),
      .actionBegin(20, 2, "", "tap"), .actionEnd(21, 2), .stateDiff(22, 2, "list"),
    ]
    let report = try report(
      events, "list.isLoading", expect: ["changes >= 1 per tap", "changes >= 1 per chain"])
    #expect(report.expectations.map(\.outcome) == [.notJudged, .notJudged])
  }

  @Test func blame_reactionToSeveralPaths_countsOnce() throws {
    let events: [WrittenEvent] = [
      .schema(0), .storeCreated(1, 1),
      .actionBegin(10, 1, "", "loaded"), .actionEnd(11, 1),
      .stateDiff(12, 1, "rows[0].name, rows[1].name"),
      .observeBegin(13, 1, line: 30, after: 1, "", "loaded", changed: "Row.name"),
      .observeEnd(14, 1, line: 30),
    ]
    let report = try report(
      events, "rows", expect: ["observers == 1", "observers <= 1 per loaded"])
    #expect(report.properties.map(\.observers) == [1])
    #expect(report.expectations.map(\.outcome) == [.kept, .kept])
  }

  @Test func blame_changesOfValuesAround_areListedInTheOrderOfTime() throws {
    let events: [WrittenEvent] = [
      .schema(0), .storeCreated(1, 1),
      .actionBegin(10, 1, "", "replaced"), .actionEnd(11, 1), .stateDiff(12, 1, "app.rows"),
      .actionBegin(20, 2, "", "renamed"), .actionEnd(21, 2),
      .stateDiff(22, 2, "app.rows[0].name, app.rows[1].name"),
      .actionBegin(30, 3, "", "reset"), .actionEnd(31, 3), .stateDiff(32, 3, "app"),
      .actionBegin(40, 4, "", "replaced"), .actionEnd(41, 4), .stateDiff(42, 4, "app.rows"),
    ]
    let report = try report(events, "app.rows.*.name") { $0.listed = 5 }
    #expect(report.properties.map(\.changes) == [1, 1])
    #expect(report.properties.map(\.asPart) == [3, 3])
    #expect(report.changes.map(\.name) == ["replaced", "replaced", "renamed", "renamed", "reset"])
    #expect(report.changesLeftOut == 3)
  }

  @Test func blame_missingData_isNotJudged() throws {
    func outcome(_ events: [WrittenEvent], _ property: String, _ text: String) throws -> String {
      let verdict = try #require(try report(events, property, expect: [text]).expectations.first)
      #expect(verdict.outcome == .notJudged)
      return verdict.reason ?? ""
    }
    let names = twoSearches
    #expect(
      try outcome(names, "list.isLoading", "returns == 0").contains(".signpost(stateDiff: .full)"))
    #expect(
      try outcome(names, "list.isLoadin", "changes <= 2").contains("no change of the property"))
    #expect(try outcome(names, "list.isLoading", "changes <= 2 per serch").contains("'search'"))
    let without = names.filter { $0.name != "composable_values:state_diff" }
    #expect(try outcome(without, "*", "changes <= 2").contains("--state-diffs"))
    let unobserved = names.filter { !$0.name.contains("observe") }
    #expect(try outcome(unobserved, "list.isLoading", "observers <= 2").contains("no reactions"))
  }

  @Test func blame_lostEvents_breakOrLeaveOpenButNeverKeepAnUpperBound() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter(streams: [
        [
          TraceWriter.Packet(events: twoSearches),
          TraceWriter.Packet(events: [.foreign(500_000)], discarded: 5),
        ]
      ]).write(to: directory)
      var options = BlameOptions()
      options.expectations = try ["changes <= 9", "changes <= 3", "changes >= 2"].map {
        try BlameExpectation($0)
      }
      let report = try BlameReport(
        directory: directory.path, of: [PropertyPattern("list.isLoading")], options: options)
      #expect(!report.isComplete)
      #expect(report.expectations.map(\.outcome) == [.notJudged, .broken, .kept])
      #expect(report.text().contains("WARNING: 5 events were lost."))
    }
  }

  // MARK: - Recordings without data

  @Test func blame_withoutStateDifferences_listsTheChangesThatObserversNoticed() throws {
    let report = try report(
      twoSearches.filter { $0.name != "composable_values:state_diff" }, "List.isLoading")
    #expect(!report.recorded.stateDifferences)
    #expect(report.properties.map(\.property) == ["List.isLoading"])
    #expect(report.changes.map(\.name) == ["search", "list.results", "search", "list.results"])
    #expect(report.remarks.contains { $0.contains("Record with --state-diffs for all changes.") })
  }

  @Test func blame_unknownProperty_suggestsTheNearest() throws {
    let report = try report(twoSearches, "list.isLoadin")
    #expect(report.properties.isEmpty)
    #expect(
      report.remarks.contains(
        "The recording has no change of “list.isLoadin”. Did you mean 'list.isLoading'?"))
  }

  @Test func blame_propertyOfWholeValues_saysThatItDidNotChangeItself() throws {
    let report = try report(
      [.actionBegin(10, 1, "app", "load"), .actionEnd(20, 1), .stateDiff(21, 1, "rows, count")],
      "rows[0].tick")
    #expect(report.properties.map(\.asPart) == [1])
    #expect(report.selectsNothing == nil)
    #expect(
      report.remarks.contains(
        "The recording has no change of “rows[0].tick” itself, only of values around it. It has "
          + "'count', 'rows'."))
  }

  @Test func blame_withoutObservers_saysWhichOptionRecordsThem() throws {
    let report = try report(twoSearches.filter { !$0.name.contains("observe") }, "list.isLoading")
    #expect(report.properties.first?.observers == nil)
    #expect(report.remarks.contains { $0.contains("--loglevel info") })
  }

  @Test func blame_filter_selectsByTheActionThatMadeTheChange() throws {
    let report = try report(twoSearches, "list.isLoading") {
      $0.filter.names = [NamePattern("list.results")]
    }
    #expect(report.isFiltered)
    #expect(report.changes.map(\.name) == ["list.results", "list.results"])
    let late = try self.report(twoSearches, "list.isLoading") {
      $0.filter.start = .sinceStart(900)
    }
    #expect(late.changes.count == 2)
  }

  // MARK: - The command

  @Test func blameCommand_expectations_decideOnItsStatus() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(twoSearches).write(to: directory)
      func status(_ arguments: String...) throws -> Int32 {
        try SignpostExecutable.run(["blame", directory.path] + arguments).status
      }
      #expect(try status() == 0)
      #expect(try status("list.isLoading", "--expect", "changes <= 2 per search") == 0)
      #expect(try status("list.isLoading", "--expect", "changes <= 1 per search") == 2)
      #expect(try status("list.isLoading", "--expect", "returns == 0") == 3)
      #expect(try status("list.isLoading", "--expect", "nonsense") == 64)
      #expect(try status("--expect", "changes <= 1") == 64)
      let all = try SignpostExecutable.run("blame", directory.path)
      #expect(all.output.contains("list.isLoading"))
      let json = try SignpostExecutable.run("blame", directory.path, "list.isLoading", "--json")
      let expected = try BlameReport(
        directory: directory.path, of: [PropertyPattern("list.isLoading")])
      #expect(json.output == (try expected.json()) + "\n")
      let markdown = try SignpostExecutable.run(
        "blame", directory.path, "list.isLoading", "--format", "markdown")
      #expect(markdown.output.contains("| list.isLoading |"))
    }
  }

  @Test(arguments: [60, 80, 120])
  func blame_text_fitsTheTerminal(width: Int) throws {
    let text = try report(twoSearches, "*", expect: ["changes <= 1 per search"])
      .text(TextLayout(width: width))
    for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
  }

  @Test func blame_noKnownChange_saysSoInsteadOfCounting() throws {
    let text = try report([.actionBegin(10, 1, "a", "x"), .actionEnd(40, 1)]).text()
    #expect(text.contains("No changes of properties are known\n"))
    #expect(!text.contains("0 changes"))
  }
}
