import Testing

@testable import Durations
@testable import TraceAnalysis

@Suite struct SendFiguresTests {
  @Test func sendsAreCountedByTheFeatureOfTheirStore() throws {
    let report = try report(
      .simple([
        .storeCreated(10, 1),
        .send(100, 1, store: 1), .actionBegin(101, 1, "", "tick"), .actionEnd(102, 1),
        .send(200, 2, store: 1), .actionBegin(201, 2, "", "tick"),
        .send(202, 3, store: 1, depth: 1), .send(203, 4, store: 1, depth: 2, reentrant: true),
        .actionEnd(210, 2),
        .actionBegin(212, 3, "", "tick"), .actionEnd(220, 3),
        .actionBegin(223, 4, "", "tick"), .actionEnd(230, 4),
        .send(300, 5, store: 99),
      ]))
    #expect(report.stores.map(\.feature) == ["Counter", ""])
    #expect(report.stores.map(\.sends) == [4, 1])
    #expect(report.stores.map(\.queued) == [2, 0])
    #expect(report.stores.map(\.reentrant) == [1, 0])
    #expect(report.stores.map(\.maxDepth) == [2, 0])
    #expect(report.stores.map { $0.waiting?.totalNs } == [30, nil])
    #expect(report.stores.map { $0.waiting?.maxNs } == [20, nil])
    #expect(report.actions.map(\.count) == [4])
  }

  @Test func stores_sendersWaitForAnActor_haveTheirWaits() throws {
    let report = try report(
      .simple([
        .storeCreated(10, 1),
        .send(10_000, 1, store: 1, waited: 4_000), .actionBegin(10_001, 1, "", "tick"),
        .actionEnd(10_002, 1),
        .send(20_000, 2, store: 1, waited: 6_000), .actionBegin(20_001, 2, "", "tick"),
        .actionEnd(20_002, 2),
        // A call in the isolation of the store.
        .send(30_000, 3, store: 1, waited: 80), .actionBegin(30_001, 3, "", "tick"),
        .actionEnd(30_002, 3),
      ]))
    let waits = try #require(report.stores.first?.actorWaiting)
    #expect(waits.count == 2)
    #expect(waits.totalNs == 10_000)
    #expect(report.stores.first?.queued == 0)
    #expect(report.text(TextLayout(width: 120)).contains("actor waits"))
  }

  /// A session that starts while the program runs has a state dump after its first events.
  @Test func stores_describedAfterTheirFirstSends_haveAllOfThem() throws {
    let events: [WrittenEvent] = [
      .send(100, 1, store: 1), .actionBegin(101, 1, "", "tick"),
      .send(102, 2, store: 1, depth: 1, reentrant: true), .actionEnd(110, 1),
      .actionBegin(112, 2, "", "tick"), .actionEnd(120, 2),
      .send(130, 3, store: 2), .send(131, 4, store: 9),
      .storeReleased(140, 2), .storeCreated(150, 1, announced: 90),
      .send(200, 5, store: 1), .actionBegin(201, 5, "", "tick"), .actionEnd(202, 5),
    ]
    let report = try report(.simple(events))
    #expect(report.stores.map(\.feature) == ["Counter", ""])
    #expect(report.stores.map(\.sends) == [4, 1])
    #expect(report.stores.map(\.queued) == [1, 0])
    #expect(report.stores.map(\.reentrant) == [1, 0])
    #expect(report.stores.map { $0.waiting?.totalNs } == [10, nil])
    let selected = try TraceAnalysisTests.report(.simple(events)) {
      $0.filter.names = [NamePattern("tick")]
      $0.grouping = .store
    }
    #expect(selected.actions.map(\.group) == ["Counter #1"])
  }

  @Test func theTextTellsOfReentrantSends() throws {
    let text = try report(
      .simple([.storeCreated(10, 1), .send(100, 1, store: 1, depth: 1, reentrant: true)])
    ).text(TextLayout(width: 120))
    #expect(text.contains("Stores by actions sent"))
    #expect(text.contains("1 action was sent to a store by code that its reducer called"))
  }

  @Test func differencesOfStatesAreReadAndNotCountedAsUnknown() throws {
    let report = try report(.simple([.stateDiff(1, 1, "count")]))
    #expect(report.events.composable == 1)
    #expect(report.events.unknown == 0)
  }
}
