import Foundation
import Testing

@testable import Durations
@testable import TraceAnalysis

@Suite struct ObserverFiguresTests {
  @Test func reactionsAreMeasuredByThePlaceThatMadeTheObserver() throws {
    let report = try report(
      .simple([
        .observeBegin(100, 1, line: 7), .observeEnd(110, 1, line: 7),
        .observeBegin(200, 2, line: 7), .observeEnd(230, 2, line: 7),
        .observeBegin(300, 0, line: 9), .observeEnd(305, 0, line: 9),
      ]))
    #expect(report.observers.map(\.file) == ["Demo/main.swift", "Demo/main.swift"])
    #expect(report.observers.map(\.line) == [7, 9])
    #expect(report.observers.map(\.count) == [2, 1])
    #expect(report.observers.map(\.open) == [0, 0])
    #expect(report.observers.map { $0.duration?.totalNs } == [40, 5])
    #expect(report.observers.map { $0.duration?.maxNs } == [30, 5])
  }

  @Test func reactionsWithoutTheirCounterpartsCountIntoNoDuration() throws {
    let report = try report(
      .simple([
        .observeEnd(90, 1, line: 7),
        .observeBegin(100, 1, line: 7),
        .observeBegin(200, 1, line: 7), .observeEnd(230, 1, line: 7),
        .observeBegin(300, 1, line: 7), .observeEnd(310, 1, line: 9),
      ]))
    #expect(report.observers.map(\.count) == [3])
    #expect(report.observers.map(\.open) == [2])
    #expect(report.observers.map { $0.duration?.count } == [1])
    #expect(report.unmatched.observerEnds == 2)
  }

  @Test func reactionsOfSeveralProcessesAreKeptApart() throws {
    let report = try report(
      .simple([
        .observeBegin(100, 1, line: 7).in(process: 1, named: "a"),
        .observeBegin(110, 1, line: 7).in(process: 2, named: "b"),
        .observeEnd(120, 1, line: 7).in(process: 1, named: "a"),
        .observeEnd(150, 1, line: 7).in(process: 2, named: "b"),
      ]))
    #expect(report.observers.map(\.count) == [2])
    #expect(report.observers.map { $0.duration?.totalNs } == [60])
  }

  @Test func reactionsOverBudgetAreCountedWhereTheObserverWasMade() throws {
    let report = try report(
      .simple([
        .observeBegin(100, 1, line: 7), .observeEnd(110, 1, line: 7),
        .budgetExceeded(111, 0, "Demo/main.swift:7", budget: 5, taken: 10),
        .observeBegin(200, 1, line: 9), .observeEnd(210, 1, line: 9),
      ]))
    #expect(report.observers.map(\.line) == [7, 9])
    #expect(report.observers.map(\.overBudget) == [1, 0])
    #expect(report.actions.isEmpty)
    #expect(report.text().contains("over budget"))
  }

  private static let notified: [WrittenEvent] = [
    .observeBegin(100, 1, line: 7, after: 1, "app", "tap", changed: "Todo.isDone"),
    .observeEnd(110, 1, line: 7),
    .observeBegin(200, 1, line: 7, after: 2, "app", "tap", changed: "Todo.isDone", others: 3),
    .observeEnd(230, 1, line: 7),
    .observeBegin(300, 1, line: 7, changed: "Todo.title"), .observeEnd(301, 1, line: 7),
    .observeBegin(400, 0, line: 7), .observeEnd(401, 0, line: 7),
    .observeBegin(500, 0, line: 9), .observeEnd(505, 0, line: 9),
  ]

  @Test func report_observersWithCauses_listsPropertiesAndActions() throws {
    let report = try report(.simple(Self.notified))
    #expect(report.observers.map(\.line) == [7, 9])
    #expect(
      report.observers[0].notifiedBy == [
        .init(property: "Todo.isDone", prefix: "app", name: "tap", count: 2, withOthers: 1),
        .init(property: nil, prefix: nil, name: nil, count: 1, withOthers: 0),
        .init(property: "Todo.title", prefix: nil, name: nil, count: 1, withOthers: 0),
      ])
    #expect(report.observers[1].notifiedBy.isEmpty)
  }

  @Test func text_observersWithCauses_hasTableOfNotifications() throws {
    let text = try report(.simple(Self.notified)).text(TextLayout(width: 120))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("Observers notified by") })
    let rows = lines[first...].prefix(4).map { line in
      line.split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
    #expect(
      rows == [
        ["Observers notified by", "property", "action", "count", "with others"],
        ["Demo/main.swift:7", "Todo.isDone", "[app] tap", "2", "1"],
        ["Demo/main.swift:7", "(unknown)", "(unknown)", "1", "0"],
        ["Demo/main.swift:7", "Todo.title", "(unknown)", "1", "0"],
      ])
  }

  @Test func text_narrowNotifications_keepTheActions() throws {
    let report = try report(
      .simple([
        .observeBegin(
          100, 1, line: 7, after: 1, "todos", "toggleButtonTapped", changed: "Todo.isDone"),
        .observeEnd(110, 1, line: 7),
        .observeBegin(
          200, 1, line: 7, after: 2, "todos", "loadButtonTapped", changed: "Todo.isDone"),
        .observeEnd(230, 1, line: 7),
      ]))
    let lines = report.text(TextLayout(width: 60)).split(separator: "\n")
    let heading = try #require(lines.first { $0.hasPrefix("Observers notified by") })
    #expect(heading.split(separator: " ").dropFirst(3) == ["action", "count"])
  }

  @Test func text_observersWithoutCauses_hasNoTableOfNotifications() throws {
    let text = try report(.simple([.observeBegin(100, 1, line: 7), .observeEnd(110, 1, line: 7)]))
      .text(TextLayout(width: 120))
    #expect(!text.contains("notified by"))
  }

  @Test func theTableNamesThePlace() throws {
    let text = try report(.simple([.observeBegin(100, 1, line: 7), .observeEnd(110, 1, line: 7)]))
      .text(TextLayout(width: 120))
    #expect(text.contains("Observers by total time"))
    #expect(text.contains("Demo/main.swift:7"))
  }

  @Test func childStoresThatWereMadeAreToldFromThoseThatWereThere() throws {
    let report = try report(
      .simple([
        .scope(1, 1, child: 2, cached: false), .scope(2, 1, child: 2, cached: true),
        .scope(3, 1, child: 2, cached: true),
      ]))
    #expect(report.processes.map(\.childrenMade) == [1])
    #expect(report.processes.map(\.childrenFound) == [2])
    #expect(report.text().contains("3 scopes to child stores: 1 made a store, 2 found one"))
  }
}
