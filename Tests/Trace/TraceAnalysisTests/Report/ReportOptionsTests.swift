import Foundation
import Testing

@testable import TraceAnalysis

/// The contents of a report with options.
@Suite struct ReportOptionsTests {
  private func report(
    _ events: [WrittenEvent], _ change: (inout ReportOptions) -> Void
  ) throws -> Report {
    var options = ReportOptions()
    change(&options)
    return try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      return try Report(directory: directory.path, options: options)
    }
  }

  private let visit: [WrittenEvent] = [
    .storeCreated(0, 1), .storeCreated(1, 2),
    .actionBegin(10, 11, "a", "x", store: 1), .actionBegin(12, 12, "b", "y", parent: 11),
    .actionEnd(40, 12), .actionEnd(50, 11, effect: 1),
    .effectBegin(60, 21, "a", "x", action: 11),
    .actionBegin(100, 13, "a", "x", cause: 21, store: 1), .actionEnd(400, 13),
    .effectEnd(410, 21, outcome: 0, outputs: 1),
    .actionBegin(500, 14, "a", "x", store: 2), .actionEnd(510, 14),
  ]

  @Test func nestedWrappersAreNoFurtherActions() throws {
    let report = try report(visit) { _ in }
    #expect(report.processes.map(\.actions) == [3])
    #expect(report.processes.map(\.intervals) == [4])
    #expect(report.actions.map(\.count) == [3, 1])
    #expect(report.actions.map(\.selfNs) == [322, 28])
  }

  @Test func rowsAreSetApart() throws {
    let stores = try report(visit) { $0.grouping = .store }
    #expect(stores.grouping == .store)
    #expect(stores.actions.map(\.group) == ["Counter #1", "Counter #1", "Counter #2"])
    #expect(stores.actions.map(\.name) == ["x", "y", "x"])
    #expect(stores.actions.map(\.count) == [2, 1, 1])
    #expect(stores.effects.map(\.group) == ["Counter #1"])
    let processes = try report(
      visit + [
        .actionBegin(600, 11, "a", "x").in(process: 7, named: "other"),
        .actionEnd(601, 11).in(process: 7, named: "other"),
      ]
    ) { $0.grouping = .process }
    #expect(Set(processes.actions.map(\.group)) == ["demo (4242)", "other (7)"])
    let threads = try report([
      .actionBegin(0, 1, "", "x").in(process: 1, thread: 5, named: "p"),
      .actionEnd(1, 1)
        .in(process: 1, thread: 5, named: "p"),
      .actionBegin(2, 2, "", "x").in(process: 1, thread: 6, named: "q"),
      .actionEnd(9, 2)
        .in(process: 1, thread: 6, named: "q"),
    ]) { $0.grouping = .thread }
    #expect(threads.actions.map(\.group) == ["q (6)", "p (5)"])
  }

  @Test(arguments: [
    (ReportOptions.Order.total, ["x", "y"]), (.self, ["y", "x"]), (.count, ["y", "x"]),
    (.mean, ["x", "y"]), (.max, ["x", "y"]), (.name, ["x", "y"]),
  ])
  func rowsAreInTheOrderThatIsAskedFor(order: ReportOptions.Order, names: [String]) throws {
    let report = try report([
      .actionBegin(0, 1, "", "x"), .actionBegin(1, 2, "", "y", parent: 1), .actionEnd(90, 2),
      .actionEnd(100, 1), .actionBegin(200, 3, "", "y"), .actionEnd(202, 3),
    ]) { $0.order = order }
    #expect(report.actions.map(\.name) == names)
  }

  @Test func theSlowestAreListedWithWhatLedToThem() throws {
    let report = try report(visit) { $0.slowest = 2 }
    #expect(report.slowestActions.map(\.id) == ["13", "11"])
    #expect(report.slowestActions.map(\.durationNs) == [300, 40])
    #expect(report.slowestActions.map(\.selfNs) == [300, 12])
    #expect(report.slowestActions.map(\.thread) == [4242, 4242])
    #expect(report.slowestActions.map(\.cameFromOutside) == [true, true])
    #expect(
      report.slowestActions.map(\.causes) == [
        [
          Report.Cause(kind: .action, id: "11", prefix: "a", name: "x", sinceNs: 10),
          Report.Cause(kind: .effect, id: "21", prefix: "a", name: "x", sinceNs: 60),
        ], [],
      ])
    #expect(report.slowestEffects.map(\.id) == ["21"])
    #expect(report.slowestEffects.map(\.outcome) == [.finished])
    #expect(report.slowestEffects.first?.causes.map(\.id) == ["11"])
  }

  @Test func aFilterSelectsByNameAndPrefix() throws {
    let byName = try report(visit) { $0.filter.names = [NamePattern("y*")] }
    #expect(byName.isFiltered)
    #expect(byName.actions.map(\.name) == ["y"])
    #expect(byName.effects.isEmpty)
    let byPrefix = try report(visit) { $0.filter.prefixes = [NamePattern("a")] }
    #expect(byPrefix.actions.map(\.prefix) == ["a"])
    #expect(byPrefix.effects.map(\.prefix) == ["a"])
  }

  @Test func aFilterSelectsProcesses() throws {
    let events: [WrittenEvent] = [
      .actionBegin(0, 1, "", "x").in(process: 1, named: "one"),
      .actionEnd(1, 1).in(process: 1, named: "one"),
      .actionBegin(2, 1, "", "y").in(process: 2, named: "two"),
      .actionEnd(3, 1).in(process: 2, named: "two"),
    ]
    let byID = try report(events) { $0.filter.processes = [NamePattern("2")] }
    #expect(byID.actions.map(\.name) == ["y"])
    let byName = try report(events) { $0.filter.processes = [NamePattern("on*")] }
    #expect(byName.actions.map(\.name) == ["x"])
  }

  @Test func aFilterSelectsATimeWithWhatGoesOnThen() throws {
    let events: [WrittenEvent] = [
      .actionBegin(0, 1, "", "before"), .actionEnd(10, 1),
      .effectBegin(20, 2, "", "during", action: 1),
      .actionBegin(110, 3, "", "within"), .actionEnd(120, 3),
      .actionBegin(190, 4, "", "last"), .actionEnd(250, 4),
      .effectEnd(300, 2, outcome: 0), .actionBegin(400, 5, "", "after"), .actionEnd(410, 5),
    ]
    let origin = TraceWriter.origin
    for (start, end) in [
      (TraceFilter.Moment.sinceStart(100), TraceFilter.Moment.sinceStart(200)),
      (.absolute(origin + 100), .absolute(origin + 200)),
    ] {
      let report = try report(events) {
        $0.filter.start = start
        $0.filter.end = end
        $0.order = .name
      }
      #expect(report.actions.map(\.name) == ["last", "within"])
      #expect(report.actions.map(\.duration?.totalNs) == [60, 10])
      #expect(report.effects.map(\.name) == ["during"])
      #expect(report.effects.map(\.duration?.totalNs) == [280])
    }
  }

  @Test func rowsAsCommaSeparatedValues() throws {
    let rows = try report(visit) { $0.order = .name }.csv().split(separator: "\r\n")
    #expect(rows.count == 4)
    #expect(rows[0].hasPrefix("table,group,prefix,name,count,total_ns,self_ns,share,"))
    #expect(rows[1].hasPrefix("action,,a,x,3,350,322,0.63137"))
    #expect(rows[3].hasPrefix("effect,,a,x,1,350,,,350,350,0,"))
  }

  @Test func tablesInMarkdown() throws {
    var layout = TextLayout(maximumRows: 1)
    layout.isMarkdown = true
    let lines = try report(visit) { _ in }.text(layout).split(separator: "\n")
    #expect(
      lines.contains { $0.hasPrefix("| Actions by total time | count | self | share | total |") })
    #expect(lines.contains { $0.hasPrefix("| \\[a\\] x | 3 | 322 ns | 63.1 % | 350 ns |") })
    #expect(lines.contains("and 1 more (see --limit and --format json)"))
  }

  @Test func markdown_restOfATable_isNoRowOfIt() throws {
    var layout = TextLayout(maximumRows: 1)
    layout.isMarkdown = true
    let text = try report(visit) { _ in }.text(layout)
    #expect(text.contains(" |\n\nand 1 more (see --limit and --format json)\n"))
  }

  // MARK: Groups

  /// An action and an observer in each of two processes.
  private let observed: [WrittenEvent] = {
    let events: [WrittenEvent] = [
      .actionBegin(0, 1, "a", "x"), .actionEnd(100, 1), .observeBegin(200, 1, line: 7),
      .observeEnd(250, 1, line: 7),
    ]
    return events.map { $0.in(process: 1, named: "p1") }
      + events.map { event in
        var event = event.in(process: 2, named: "p2")
        event.time += 1_000
        return event
      }
  }()

  @Test func rankedTable_withGroups_namesThem() throws {
    var layout = TextLayout(width: 60)
    for isMarkdown in [false, true] {
      layout.isMarkdown = isMarkdown
      let lines = try report(observed) { $0.grouping = .process }.text(layout)
        .split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.contains("All by time of their own") })
      #expect(lines[start].contains("process"))
      let table = lines[start...].prefix(isMarkdown ? 5 : 4)
      #expect(table.contains { $0.contains("p1 (1)") })
      #expect(table.contains { $0.contains("p2 (2)") })
    }
  }

  @Test func overview_tablesWithoutGroups_areSaidToSumUp() throws {
    let text = try report(observed) { $0.grouping = .process }.text()
    #expect(text.contains("Actions and effects are set apart by process; other tables sum up all."))
    #expect(
      try report(observed) { _ in }.text()
        .contains("Rows sum up all processes; --by process sets actions and effects apart."))
    let actions = try report(Array(visit.suffix(2))) { $0.grouping = .process }.text()
    #expect(!actions.contains("other tables sum up all"))
  }

  // MARK: Numbers of rows

  @Test func limit_ofTheRankedTable_replacesItsDefaultOnly() throws {
    let events: [WrittenEvent] =
      (1...15).flatMap { number -> [WrittenEvent] in
        let (time, id) = (Int64(number) * 100, UInt64(number))
        return [.actionBegin(time, id, "a", "x\(number)"), .actionEnd(time + 10, id)]
      } + [
        .observeBegin(2_000, 1, line: 7), .observeEnd(2_005, 1, line: 7),
      ]
    let report = try report(events) { _ in }
    func ranked(_ layout: TextLayout) -> [Substring] {
      let lines = report.text(layout).split(separator: "\n", omittingEmptySubsequences: false)
      return lines.drop { !$0.hasPrefix("All by time") }.dropFirst().prefix { !$0.isEmpty }
    }
    #expect(ranked(TextLayout()).count == 11)
    #expect(ranked(TextLayout()).last == "and 6 more (see --limit and --format json)")
    #expect(ranked(TextLayout(maximumRows: 40)).count == 16)
    #expect(ranked(TextLayout(maximumRows: .max)).count == 16)
    #expect(ranked(TextLayout(maximumRows: 3)).last?.hasPrefix("and 13 more") == true)
  }

  @Test func runningEffects_beyondTheListedOnes_areSaidNotToBe() throws {
    let events = (1...103).map { number in
      WrittenEvent.effectBegin(Int64(number), UInt64(number), "a", "x", action: 1)
    }
    let report = try report(events) { _ in }
    #expect(report.text().contains("and 93 more (see --limit and --format json)"))
    #expect(
      report.text(TextLayout(maximumRows: .max)).contains("and 3 more, which are not listed"))
  }

  // MARK: Periods

  @Test func filter_endBeforeStart_isSaid() throws {
    let remark = "No time is selected: the period ends before it begins."
    let report = try report(visit) {
      $0.filter.start = .absolute(TraceWriter.origin + 100)
      $0.filter.end = .sinceStart(50)
    }
    #expect(report.remarks.contains(remark))
    let other = try self.report(visit) {
      $0.filter.start = .absolute(TraceWriter.origin + 100)
      $0.filter.end = .sinceStart(100)
    }
    #expect(!other.remarks.contains(remark))
  }

  @Test func filter_periodOutsideOfTheRecording_isSaid() throws {
    let after = try report(visit) { $0.filter.start = .sinceStart(3_600_000_000_000) }
    #expect(
      after.remarks.contains {
        $0.hasPrefix("No time is selected: the period begins after the end of the recording")
      })
    let before = try report(visit) { $0.filter.end = .absolute(TraceWriter.origin - 1) }
    #expect(
      before.remarks.contains("No time is selected: the period ends before the recording begins."))
    let inside = try report(visit) {
      $0.filter.start = .sinceStart(0)
      $0.filter.end = .sinceStart(3_600_000_000_000)
    }
    #expect(!inside.remarks.contains { $0.hasPrefix("No time") })
  }

  @Test func distributionsOfAllRowsHaveTheSameScale() throws {
    var layout = TextLayout(width: 160)
    layout.showsDistributions = true
    let events: [WrittenEvent] = [
      .actionBegin(0, 1, "", "short"), .actionEnd(5, 1),
      .actionBegin(10, 2, "", "short"), .actionEnd(15, 2),
      .actionBegin(20, 3, "", "short"), .actionEnd(60, 3),
      .actionBegin(100, 4, "", "long"), .actionEnd(200, 4),
    ]
    let text = try report(events) { $0.order = .name }.text(layout)
    #expect(text.contains("····█"))
    #expect(text.contains("█··▅·"))
  }

  @Test func slowActionsSayWhatLedToThem() throws {
    let text = try report(visit) { _ in }.text(TextLayout(width: 100))
    #expect(text.contains("    from outside: [a] x +10 ns → effect +60 ns\n"))
  }

  @Test func filter_nameThatIsNone_isSaidWithTheNearest() throws {
    let events: [WrittenEvent] = [
      .schema(0), .actionBegin(1, 1, "todos", "loadButtonTapped"), .actionEnd(2, 1),
    ]
    let report = try report(events) {
      $0.filter.names = [NamePattern("loadButonTapped"), NamePattern("load*")]
      $0.filter.prefixes = [NamePattern("todo")]
      $0.filter.processes = [NamePattern("demp")]
    }
    #expect(
      report.remarks == [
        "The recording has no name “loadButonTapped”. Did you mean 'loadButtonTapped'?",
        "The recording has no prefix “todo”. Did you mean 'todos'?",
        "The recording has no process “demp”. Did you mean 'demo'?",
      ])
  }

  /// As many names as a library of generated actions has: the report says how many it has not.
  @Test func names_beyondTheTable_areOneRowWithTheirNumber() throws {
    let count = 40_000
    let report = try report(
      [.schema(0)]
        + (1...count).flatMap { number -> [WrittenEvent] in
          let (time, id) = (Int64(number) * 10, UInt64(number))
          return [
            .send(time, id, store: 1, name: "name\(number)"),
            .actionBegin(time + 1, id, "app", "name\(number)"), .actionEnd(time + 2, id),
          ]
        }
    ) { _ in }
    let rest = try #require(report.actions.first { $0.name.hasSuffix(" further names)") })
    let rows = report.actions.count - 1
    #expect(rest.count == UInt64(count - rows))
    #expect(report.actions.map(\.count).reduce(0, +) == UInt64(count))
    let number = try #require(
      Int(rest.name.dropFirst().prefix { $0 != " " }.replacing(",", with: "")))
    #expect(abs(number - (count - rows)) <= 1)
    #expect(report.remarks.contains { $0.contains("beyond the first") })
  }

  @Test func rows_beyondTheLimit_areOne() {
    var rows = ReportRows<Row>(limit: 3) { Row() }
    for _ in 0..<2 {
      for number in 1...10 { rows[NameID(index: 5), Int32(number)].count += 1 }
    }
    #expect(rows.all.count == 4)
    #expect(rows.all.first(where: { $0.key == .further })?.row.count == 14)
    #expect(rows.further.count == DistinctCount(number: 7))
    // Groups beyond their own limit keep a row for each name.
    rows[NameID(index: 5), ReportGroups.further].count += 1
    rows[NameID(index: 6), ReportGroups.further].count += 1
    #expect(rows.all.count == 6)
    #expect(rows.further.count == DistinctCount(number: 7))
  }

  private final class Row { var count = 0 }

  @Test func groupByFeature_storeDescribedLater_isInTheRowOfItsFeature() throws {
    let attached: [WrittenEvent] = [
      .actionBegin(0, 1, "a", "x", store: 1), .actionEnd(10, 1),
      .actionBegin(20, 2, "a", "x", store: 2), .actionEnd(50, 2, effect: 1),
      .effectBegin(60, 21, "a", "x", action: 2),
      .actionBegin(70, 3, "a", "x", store: 9), .actionEnd(75, 3),
      .storeCreated(100, 1, feature: "One", announced: 1000),
      .storeCreated(101, 2, feature: "One", announced: 900),
      .storeCreated(102, 3, feature: "Two", announced: 900),
      .actionBegin(200, 4, "a", "x", store: 1), .actionEnd(300, 4),
      .actionBegin(400, 5, "a", "x", store: 3), .actionEnd(401, 5),
      .effectEnd(500, 21),
    ]
    let report = try report(attached) { $0.grouping = .feature }
    #expect(report.actions.map(\.group) == ["One", "unknown feature", "Two"])
    #expect(report.actions.map(\.count) == [3, 1, 1])
    #expect(report.actions.map(\.exclusiveNs) == [140, 5, 1])
    #expect(report.actions.map { $0.duration?.totalNs } == [140, 5, 1])
    #expect(report.actions.map { $0.duration?.maxNs } == [100, 5, 1])
  }
}
