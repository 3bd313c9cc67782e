import Foundation
import Testing

@testable import Durations
@testable import TraceAnalysis

@Suite struct ReportTests {
  @Test func actionsAreMeasuredFromBeginToEnd() throws {
    let report = try report(
      .simple([
        .schema(0),
        .actionBegin(100, 1, "a", "x"),
        .actionBegin(110, 2, "b", "x", parent: 1),
        .actionEnd(140, 2, changed: 1),
        .actionEnd(200, 1, changed: 2),
        .actionBegin(300, 3, "a", "x"),
        .actionEnd(600, 3, changed: 0),
        .budgetExceeded(601, 3, "x", prefix: "a", budget: 100, taken: 290),
        .actionBegin(700, 4, "a", "x"),
      ])
    ) { $0.unfoldsLevels = true }
    #expect(
      report.actions == [
        Report.Action(
          prefix: "a", name: "x", count: 3, open: 1,
          stateChanged: Report.StateChanges(yes: 1, no: 0, unknown: 1), overBudget: 1, selfNs: 370,
          exclusiveNs: 370, share: 370 / 700,
          duration: DurationStatistics(
            count: 2, totalNs: 400, minNs: 100, meanNs: 200, standardDeviationNs: 100, p50Ns: 100,
            p90Ns: 300, p99Ns: 300, maxNs: 300),
          distribution: [
            DurationBucket(fromNs: 64, count: 1), DurationBucket(fromNs: 128, count: 0),
            DurationBucket(fromNs: 256, count: 1),
          ]),
        Report.Action(
          prefix: "b", name: "x", count: 1, open: 0,
          stateChanged: Report.StateChanges(yes: 0, no: 1, unknown: 0), overBudget: 0, selfNs: 30,
          exclusiveNs: 30, share: 30 / 700,
          duration: DurationStatistics(
            count: 1, totalNs: 30, minNs: 30, meanNs: 30, standardDeviationNs: 0, p50Ns: 30,
            p90Ns: 30, p99Ns: 30, maxNs: 30),
          distribution: [DurationBucket(fromNs: 16, count: 1)]),
      ])
    #expect(report.isComplete)
    #expect(report.startNs == "\(TraceWriter.origin)")
    #expect(report.durationNs == 700)
  }

  /// An action that passes three wrappers, twice.
  private static let nested: [WrittenEvent] = ([0, 1000] as [Int64]).flatMap {
    time -> [WrittenEvent] in
    let id = UInt64(time + 1)
    return [
      .actionBegin(time, id, "app", "shop.cart.paid"),
      .actionBegin(time + 10, id + 1, "shop", "cart.paid", parent: id),
      .actionBegin(time + 30, id + 2, "cart", "paid", parent: id + 1),
      .actionEnd(time + 130, id + 2, changed: 2), .actionEnd(time + 140, id + 1, changed: 0),
      .budgetExceeded(time + 141, id + 1, "cart.paid", prefix: "shop", budget: 1, taken: 130),
      .actionEnd(time + 200, id, changed: 0),
    ]
  }

  @Test func actions_nestedWrappers_areOneRow() throws {
    let report = try report(.simple(Self.nested))
    let row = try #require(report.actions.first)
    #expect(report.actions.count == 1)
    #expect(row.prefix == "cart")
    #expect(row.name == "paid")
    #expect(row.count == 2)
    #expect(row.duration?.totalNs == 400)
    #expect(row.selfNs == 200)
    #expect(row.exclusiveNs == 400)
    // A part of the state changed.
    #expect(row.stateChanged == Report.StateChanges(yes: 2, no: 0, unknown: 0))
    #expect(row.overBudget == 2)
    #expect(row.levels?.map(\.name) == ["shop.cart.paid", "cart.paid", "paid"])
    #expect(row.levels?.map(\.selfNs) == [140, 60, 200])
    #expect(report.slowest.map(\.name) == ["paid", "paid"])
    #expect(report.slowestActions.map(\.durationNs) == [200, 200])
    #expect(report.slowestActions.map(\.selfNs) == [100, 100])
  }

  /// Adds a budget to the outermost wrapper, too.
  private static let withTwoBudgets =
    nested
    + ([0, 1000] as [Int64]).map { time in
      .budgetExceeded(
        time + 201, UInt64(time + 1), "shop.cart.paid", prefix: "app", budget: 1, taken: 200)
    }

  @Test func overBudget_severalWrappers_countsActions() throws {
    let events = Self.withTwoBudgets.sorted { $0.time < $1.time }
    let folded = try report(.simple(events))
    #expect(folded.actions.map(\.overBudget) == [2])
    let unfolded = try report(.simple(events)) { $0.unfoldsLevels = true }
    #expect(unfolded.actions.map(\.name) == ["shop.cart.paid", "cart.paid", "paid"])
    #expect(unfolded.actions.map(\.overBudget) == [2, 2, 0])
  }

  @Test func overBudget_grouped_isOfTheProcessThatExceedsIt() throws {
    let events: [WrittenEvent] = [
      WrittenEvent.actionBegin(0, 1, "app", "x").in(process: 100, named: "one"),
      WrittenEvent.actionBegin(1, 1, "app", "x").in(process: 200, named: "two"),
      WrittenEvent.actionEnd(20, 1).in(process: 100, named: "one"),
      WrittenEvent.actionEnd(30, 1).in(process: 200, named: "two"),
      WrittenEvent.budgetExceeded(31, 1, "x", prefix: "app", budget: 1, taken: 20)
        .in(process: 100, named: "one"),
    ]
    let report = try report(.simple(events)) { $0.grouping = .process }
    let counts = report.actions.map { ($0.group ?? "", $0.overBudget) }
    #expect(counts.first { $0.0.hasPrefix("one") }?.1 == 1)
    #expect(counts.first { $0.0.hasPrefix("two") }?.1 == 0)
  }

  @Test func levels_actionIsAlsoSentToItsOwnStore_addUpToAllSelfTimes() throws {
    let report = try report(
      .simple([
        .actionBegin(0, 1, "app", "cart.paid"),
        .actionBegin(10, 2, "cart", "paid", parent: 1),
        .actionEnd(30, 2, changed: 0), .actionEnd(40, 1, changed: 0),
        .actionBegin(100, 3, "cart", "paid"), .actionEnd(200, 3, changed: 0),
      ]))
    let row = try #require(report.actions.first)
    #expect(report.actions.count == 1)
    #expect(row.count == 2)
    #expect(row.levels?.map(\.name) == ["cart.paid", "paid"])
    #expect(row.levels?.map(\.count) == [1, 2])
    #expect(row.levels?.map(\.selfNs) == [20, 120])
    #expect(row.selfNs == 120)
  }

  @Test func actions_unfolded_haveARowForEachWrapper() throws {
    let unfolded = try report(.simple(Self.nested)) { $0.unfoldsLevels = true }
    #expect(unfolded.actions.map(\.name) == ["shop.cart.paid", "cart.paid", "paid"])
    #expect(unfolded.actions.allSatisfy { $0.levels == nil })
    // A filter of names can select one.
    let filtered = try report(.simple(Self.nested)) {
      $0.filter.prefixes = [NamePattern("shop")]
    }
    #expect(filtered.actions.map(\.name) == ["cart.paid"])
  }

  @Test func actions_reducerCallsAnotherWithAnActionOfItsOwn_haveTheirOwnRows() throws {
    let report = try report(
      .simple([
        .actionBegin(0, 1, "app", "refresh"), .actionBegin(10, 2, "list", "load", parent: 1),
        .actionEnd(20, 2), .actionEnd(30, 1),
      ]))
    #expect(report.actions.map(\.name) == ["refresh", "load"])
    #expect(report.actions.map(\.selfNs) == [20, 10])
  }

  @Test func actions_openNested_areCountedOnce() throws {
    let report = try report(.simple(Array(Self.nested.prefix(3))))
    #expect(report.actions.map(\.count).reduce(0, +) == 1)
    #expect(report.actions.map(\.open).reduce(0, +) == 1)
  }

  @Test func effectsAreFollowedToTheirEnd() throws {
    let report = try report(
      .simple([
        .effectBegin(0, 1, "p", "load", action: 11),
        .effectBegin(10, 2, "p", "load", action: 12),
        .effectBegin(20, 3, "p", "load", action: 13),
        .effectBegin(30, 4, "p", "timer", action: 14),
        .effectOutput(40, 1, "response"),
        .effectEnd(100, 1, outcome: 0, outputs: 1),
        .effectEnd(210, 2, outcome: 1),
        .effectEnd(320, 3, outcome: 2, outputs: 2),
        .effectOutput(330, 4, "tick"),
        .effectOutput(530, 4, "tick"),
      ]))
    #expect(
      report.effects == [
        Report.Effect(
          prefix: "p", name: "load", started: 3, finished: 1, cancelled: 1, failed: 1,
          endedOtherwise: 0, running: 0, outputs: 3,
          duration: DurationStatistics(
            count: 3, totalNs: 600, minNs: 100, meanNs: 200, standardDeviationNs: 82, p50Ns: 200,
            p90Ns: 300, p99Ns: 300, maxNs: 300),
          distribution: [
            DurationBucket(fromNs: 64, count: 1), DurationBucket(fromNs: 128, count: 1),
            DurationBucket(fromNs: 256, count: 1),
          ]),
        Report.Effect(
          prefix: "p", name: "timer", started: 1, finished: 0, cancelled: 0, failed: 0,
          endedOtherwise: 0, running: 1, outputs: 2, duration: nil, distribution: []),
      ])
    #expect(
      report.runningEffects == [
        Report.RunningEffect(
          prefix: "p", name: "timer", effect: "4", action: "14", process: 0, vpid: 4242,
          sinceNs: 30, ageNs: 500)
      ])
    #expect(report.runningEffectsLeftOut == 0)
  }

  @Test func onlyTheOldestRunningEffectsAreListed() throws {
    let count = ReportBuilder.runningEffectsListed + 5
    let report = try report(
      .simple(
        (1...count).map { .effectBegin(Int64($0), UInt64($0), "", "timer", action: 1) }))
    #expect(report.runningEffects.map(\.effect) == (1...100).map { "\($0)" })
    #expect(report.runningEffectsLeftOut == 5)
    #expect(report.effects.map(\.running) == [105])
  }

  @Test func equalIdsOfTwoProcessesAreApart() throws {
    let report = try report(
      .simple([
        .actionBegin(0, 1, "", "x").in(process: 1, named: "a"),
        .actionBegin(10, 1, "", "y").in(process: 2, named: "b"),
        .actionEnd(30, 1).in(process: 2, named: "b"),
        .actionEnd(100, 1).in(process: 1, named: "a"),
        .storeCreated(110, 1).in(process: 1, named: "a"),
        .storeCreated(120, 1).in(process: 2, named: "b"),
        .storeReleased(130, 1).in(process: 2, named: "b"),
      ]))
    #expect(report.actions.map(\.name) == ["x", "y"])
    #expect(report.actions.map(\.duration?.totalNs) == [100, 20])
    #expect(report.processes.map(\.name) == ["a", "b"])
    #expect(report.processes.map(\.actions) == [1, 1])
    #expect(report.processes.map(\.storesAlive) == [1, 0])
  }

  @Test func slowSpans_processesOfTwoContainersWithOneID_haveTheirIndices() throws {
    try withTemporaryDirectory { directory in
      for (name, start) in [("fast", 0), ("slow", 10)] as [(String, Int64)] {
        let events: [WrittenEvent] = [
          .actionBegin(start, 1, "", name), .actionEnd(2 * start + 5, 1),
          .effectBegin(start + 100, 1, "", name, action: 1),
          .effectBegin(start + 110, 2, "", name, action: 1), .effectEnd(start + 200, 2),
        ]
        try TraceWriter.simple(events.map { $0.in(process: 7, named: name) })
          .write(to: directory.appendingPathComponent(name))
      }
      let report = try Report(directory: directory.path)
      let indices = report.processes.map(\.name)
      #expect(report.processes.map(\.vpid) == [7, 7])
      for spans in [report.slowestActions, report.slowest, report.slowestEffects] {
        #expect(spans.count == 2)
        #expect(spans.map { $0.process.map { indices[$0] } } == spans.map(\.name))
      }
      #expect(report.runningEffects.map { $0.process.map { indices[$0] } } == ["fast", "slow"])
      #expect(try Report(json: report.json()) == report)
    }
  }

  @Test func whatLacksItsCounterpartHasNoDuration() throws {
    let report = try report(
      .simple([
        .actionEnd(1, 77),
        .effectEnd(2, 77),
        .effectOutput(3, 77, "x"),
        .storeReleased(4, 77),
        .actionBegin(10, 1, "", "twice"),
        .actionBegin(20, 1, "", "twice"),
        .actionEnd(30, 1),
      ]))
    #expect(
      report.unmatched
        == UnmatchedEvents(
          actionEnds: 1, effectEnds: 1, effectOutputs: 1, storesReleased: 1, repeatedBegins: 1))
    #expect(report.actions.map(\.count) == [1])
    #expect(report.actions.map(\.duration) == [nil])
  }

  @Test func aStoreAnnouncedAgainIsTheSameStore() throws {
    let report = try report(
      .simple([
        .storeCreated(1, 1), .storeCreated(2, 2, parent: 1), .storeCreated(3, 1),
        .storeReleased(4, 2, parent: 1),
      ]))
    #expect(report.processes.map(\.storesCreated) == [2])
    #expect(report.processes.map(\.storesReleased) == [1])
    #expect(report.processes.map(\.storesAlive) == [1])
  }

  @Test func withLossesTheReportIsNotComplete() throws {
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.actionBegin(1, 1, "", "x")]),
          TraceWriter.Packet(events: [.actionEnd(900, 2)], discarded: 2),
        ]
      ]))
    #expect(!report.isComplete)
    #expect(report.losses.events == 2)
    #expect(report.actions.map(\.open) == [1])
    #expect(report.actions.map(\.duration) == [nil])
    #expect(report.unmatched.actionEnds == 1)
  }

  /// Random events of several processes, against a model that keeps everything.
  @Test(arguments: 0..<12)
  func statisticsAgreeWithAPlainModel(round: Int) throws {
    struct Interval: Hashable {
      var process: Int32
      var id: UInt64
    }
    var events: [WrittenEvent] = []
    var open: [Interval: (name: Int, start: Int64)] = [:]
    var durations: [Int: [Int64]] = [:]
    var begun: [Int: UInt64] = [:]
    var orphans: UInt64 = 0
    var time: Int64 = 0
    for number in 0..<(round.isMultiple(of: 2) ? 300 : 4000) {
      time += .random(in: 1...(round.isMultiple(of: 3) ? 50 : 3_000_000))
      let process = Int32.random(in: 1...3)
      switch Int.random(in: 0..<20) {
      case 0:
        events.append(
          .actionEnd(time, UInt64(number) + 1_000_000).in(process: process, named: "p"))
        orphans += 1
      case 1...10:
        let name = Int.random(in: 0..<8)
        open[Interval(process: process, id: UInt64(number))] = (name, time)
        begun[name, default: 0] += 1
        events.append(
          .actionBegin(time, UInt64(number), "p\(name % 2)", "name\(name)")
            .in(process: process, named: "p"))
      default:
        guard let (interval, begin) = open.randomElement() else { continue }
        open[interval] = nil
        durations[begin.name, default: []].append(time - begin.start)
        events.append(.actionEnd(time, interval.id).in(process: interval.process, named: "p"))
      }
    }
    let streams = [events.indices.filter { $0 % 2 == 0 }, events.indices.filter { $0 % 2 == 1 }]
    let report = try report(
      TraceWriter(
        streams: streams.map { indices in [TraceWriter.Packet(events: indices.map { events[$0] })] }
      ))

    #expect(report.unmatched == UnmatchedEvents(actionEnds: orphans))
    #expect(report.actions.count == begun.count)
    let totals = report.actions.map { $0.duration?.totalNs ?? -1 }
    #expect(totals == totals.sorted(by: >))
    for action in report.actions {
      let name = try #require(Int(action.name.dropFirst(4)))
      #expect(action.prefix == "p\(name % 2)")
      #expect(action.count == begun[name])
      #expect(action.open == UInt64(open.values.count { $0.name == name }))
      let sorted = (durations[name] ?? []).sorted()
      guard let statistics = action.duration else {
        #expect(sorted.isEmpty)
        continue
      }
      #expect(statistics.count == UInt64(sorted.count))
      #expect(statistics.totalNs == sorted.reduce(0, +))
      #expect(statistics.minNs == sorted.first)
      #expect(statistics.maxNs == sorted.last)
      #expect(statistics.meanNs == sorted.reduce(0, +) / Int64(sorted.count))
      for (percent, value) in [
        (50, statistics.p50Ns), (90, statistics.p90Ns), (99, statistics.p99Ns),
      ] {
        let rank = max((percent * sorted.count + 99) / 100, 1)
        let exact = sorted[rank - 1]
        #expect(abs(value - exact) <= (sorted.count > 64 ? exact / 1000 : 0))
      }
    }
  }

  @Test func jsonKeepsEverything() throws {
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [
            .schema(0), .storeCreated(1, 1), .actionBegin(2, 1, "a", "x"), .actionEnd(9, 1),
            .effectBegin(10, 1, "a", "x", action: 1), .intervalBegin(11, 1, "fetch"),
            .intervalEnd(12, 1, "fetch"), .event(13, "response"), .log(14, 5, "app"),
          ]),
          TraceWriter.Packet(events: [.schema(20)], discarded: 3),
        ]
      ]))
    let json = try report.json()
    #expect(try Report(json: json) == report)
    for key in [
      "\"format_version\" : 3", "\"is_complete\" : false", "\"duration_ns\" : 20",
      "\"p99_ns\" : 7", "\"total_ns\" : 7", "\"state_changed\" : {", "\"running_effects\" : [",
      "\"schema_versions\" : [", "\"uncounted_events\" : 0", "\"stores_alive\" : 1",
      "\"standard_deviation_ns\" : 0", "\"intervals\" : [", "\"abandoned\" : 0",
      "\"signpost_events\" : [", "\"logs\" : [", "\"error\" : 1",
    ] {
      #expect(json.contains(key), "\(key) is missing in \(json)")
    }
  }
}
