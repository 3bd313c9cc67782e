import Foundation
import Testing

@testable import TraceAnalysis

@Suite struct ProcessTimeTests {
  private func time(
    _ events: [WrittenEvent], _ change: (inout ReportOptions) -> Void = { _ in }
  ) throws -> Report.ProcessTime {
    let report = try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      var options = ReportOptions()
      change(&options)
      return try Report(directory: directory.path, options: options)
    }
    return try #require(report.time.first)
  }

  private static func action(
    _ begin: Int64, _ end: Int64, _ id: UInt64, store: UInt64 = 1, thread: Int32 = 4242
  ) -> [WrittenEvent] {
    [
      .actionBegin(begin, id, "a", "x", store: store)
        .in(process: 4242, thread: thread, named: "demo"),
      .actionEnd(end, id).in(process: 4242, thread: thread, named: "demo"),
    ]
  }

  /// A reducer with an interval within, an observer with an action within, and an interval beside.
  private static let nested: [WrittenEvent] = [
    .schema(0),
    .actionBegin(100, 1, "a", "x"), .intervalBegin(120, 1, "parse"), .intervalEnd(150, 1, "parse"),
    .actionEnd(200, 1),
    .observeBegin(300, 1, line: 7), .actionBegin(320, 2, "a", "y"), .actionEnd(330, 2),
    .observeEnd(400, 1, line: 7),
    .intervalBegin(500, 2, "idle"), .actionBegin(550, 3, "a", "x"), .actionEnd(560, 3),
    .intervalEnd(600, 2, "idle"),
    .schema(1000),
  ]

  @Test func time_nestedSpans_countsEachPeriodOnce() throws {
    let time = try time(Self.nested)
    #expect(time.wholeNs == 1000)
    #expect(time.reducersNs == 70 + 10 + 10)
    #expect(time.observersNs == 90)
    #expect(time.intervalsNs == 30)
    #expect(time.outerIntervalsNs == 90)
    #expect(time.otherActorsNs == 0)
    #expect(time.mainActorNs == 210)
    #expect(
      time.summary == """
        Of 1.00 µs the main actor was busy 21.0 %: reducers 9.0 %, observers 9.0 %, intervals \
        3.0 %; intervals beside these 9.0 %, perhaps waiting; idle or unknown 70.0 %.
        """)
  }

  @Test func time_selectedPeriod_clipsSpansAndTheirNestedOnes() throws {
    // The observer is cut at 325, within its action.
    let time = try time(Self.nested) {
      $0.filter.start = .sinceStart(140)
      $0.filter.end = .sinceStart(325)
    }
    #expect(time.wholeNs == 185)
    #expect(time.reducersNs == 50 + 5)
    #expect(time.observersNs == 20)
    #expect(time.intervalsNs == 10)
  }

  @Test func time_selectedNames_areStillOfAllSpans() throws {
    let all = try time(Self.nested)
    #expect(try time(Self.nested) { $0.filter.names = [NamePattern("y")] } == all)
  }

  @Test func share_selectedNames_excludesUnselectedSpansWithin() throws {
    let report = try withTemporaryDirectory { directory in
      try TraceWriter.simple(Self.nested).write(to: directory)
      var options = ReportOptions()
      options.filter.names = [NamePattern("x")]
      return try Report(directory: directory.path, options: options)
    }
    #expect(report.actions.map(\.exclusiveNs) == [80])
    #expect(report.actions.map(\.share) == [0.08])
  }

  @Test func share_allKinds_addsUpToTheSentence() throws {
    let report = try report(.simple(Self.nested))
    let all =
      report.actions.map(\.exclusiveNs) + report.observers.map(\.exclusiveNs)
      + report.intervals.map(\.exclusiveNs)
    let time = try #require(report.time.first)
    #expect(all.reduce(0, +) == time.mainActorNs + time.outerIntervalsNs)
  }

  @Test func slowest_allKinds_areRankedTogether() throws {
    let report = try report(.simple(Self.nested))
    #expect(report.slowest.map(\.kind) == [.action, .observer, .interval, .interval, .action])
    #expect(report.slowest.map(\.durationNs) == [100, 100, 100, 30, 10])
    #expect(report.slowest[1].name == "Demo/main.swift:7")
  }

  @Test func time_storeThatLeftTheMainThread_isOnTheMainActor() throws {
    let time = try time(
      [.schema(0)] + Self.action(100, 110, 1) + Self.action(200, 230, 2, thread: 7)
        + [.schema(1000)])
    #expect(time.reducersNs == 40)
    #expect(time.otherActorsNs == 0)
  }

  @Test func time_storeOnOtherThreadsOnly_isOnAnotherActor() throws {
    let time = try time(
      [.schema(0)] + Self.action(100, 110, 1) + Self.action(200, 230, 2, store: 2, thread: 7)
        + [.schema(1000)])
    #expect(time.reducersNs == 10)
    #expect(time.otherActorsNs == 30)
    #expect(time.summary.contains("reducers of other actors 3.0 %"))
  }

  @Test func time_storeWithAnObserver_isOnTheMainActor() throws {
    let time = try time(
      [.schema(0)] + Self.action(100, 130, 1, thread: 7)
        + [
          .observeBegin(200, 1, line: 7).in(process: 4242, thread: 8, named: "demo"),
          .observeEnd(210, 1, line: 7).in(process: 4242, thread: 8, named: "demo"),
          .schema(1000),
        ])
    #expect(time.reducersNs == 30)
    #expect(time.observersNs == 10)
  }

  @Test func time_releasedStore_keepsItsTime() throws {
    let time = try time(
      [.schema(0), .storeCreated(10, 1), .storeCreated(11, 2)] + Self.action(100, 130, 1)
        + Self.action(200, 220, 2, store: 2, thread: 7)
        + [.storeReleased(300, 1), .storeReleased(301, 2), .schema(1000)])
    #expect(time.reducersNs == 30)
    #expect(time.otherActorsNs == 20)
  }

  @Test func time_noMainThread_namesNoActor() throws {
    let time = try time(
      [.schema(0)] + Self.action(100, 130, 1, thread: 7)
        + [.effectBegin(140, 1, "a", "x", action: 1), .schema(1000)])
    #expect(!time.isMainActorKnown)
    #expect(
      time.summary == """
        Of 1.00 µs reducers took 3.0 % on the main actor or on others; effects not recorded.
        """)
  }

  @Test func time_effects_areSaidToBeUnknown() throws {
    let events =
      Self.action(100, 130, 1) + [.effectBegin(140, 1, "a", "x", action: 1), .schema(1000)]
    #expect(try time(events).summary.contains("reducers 3.3 %, effects on it not recorded"))
  }

  /// An interval that outlasts its action may have been suspended: its time remains the action's.
  @Test func time_intervalBeyondItsAction_isNotSubtracted() throws {
    let time = try time([
      .schema(0), .actionBegin(100, 1, "a", "x"), .intervalBegin(120, 1, "load"),
      .intervalBegin(130, 2, "parse"), .intervalEnd(140, 2, "parse"), .actionEnd(200, 1),
      .intervalEnd(700, 1, "load"), .schema(1000),
    ])
    #expect(time.reducersNs == 90)
    #expect(time.intervalsNs == 10)
    #expect(time.outerIntervalsNs == 0)
  }

  /// Two actions with nested wrappers: 10 ns and 400 ns.
  private static let wrapped: [WrittenEvent] = [
    .schema(0), .actionBegin(10, 1, "app", "home.start"),
    .actionBegin(11, 2, "home", "start", parent: 1), .actionEnd(19, 2), .actionEnd(20, 1),
    .actionBegin(100, 3, "app", "home.loaded"),
    .actionBegin(101, 4, "home", "loaded", parent: 3), .actionEnd(499, 4), .actionEnd(500, 3),
    .schema(1000),
  ]

  /// An interval that began before a reducer, and ends within it, may have been suspended.
  @Test(arguments: [5, 12], [4242, 77])
  func time_intervalEndsWithinALaterReducer_isNotSubtracted(
    begin: Int64, endThread: Int32
  ) throws {
    let events =
      Self.wrapped + [
        .intervalBegin(begin, 9, "load"),
        .intervalEnd(102, 9, "load").in(process: 4242, thread: endThread, named: "demo"),
      ]
    let time = try time(events.sorted { $0.time < $1.time })
    #expect(time.reducersNs == 410)
    #expect(time.intervalsNs == 0)
    #expect(time.outerIntervalsNs == 0)
  }

  @Test(arguments: [(true, 100, 0), (false, 0, 100)])
  func time_intervalBesideCalls_isKnownIfSynchronous(
    isSynchronous: Bool, intervals: Int64, outer: Int64
  ) throws {
    let time = try time([
      .schema(0), .intervalBegin(100, 1, "draw", isSynchronous: isSynchronous),
      .intervalEnd(200, 1, "draw"), .schema(1000),
    ])
    #expect(time.intervalsNs == intervals)
    #expect(time.outerIntervalsNs == outer)
  }

  /// Actions and intervals within a synchronous interval count once.
  @Test func time_synchronousIntervalAroundCalls_countsEachMomentOnce() throws {
    let time = try time([
      .schema(0), .intervalBegin(100, 1, "draw", isSynchronous: true),
      .intervalBegin(110, 2, "parse", isSynchronous: true), .intervalEnd(130, 2, "parse"),
      .actionBegin(140, 1, "a", "x"), .actionEnd(170, 1), .intervalEnd(200, 1, "draw"),
      .schema(1000),
    ])
    #expect(time.intervalsNs == 70)
    #expect(time.reducersNs == 30)
    #expect(time.outerIntervalsNs == 0)
  }

  /// An interval that ends on another thread does not affect the intervals within it.
  @Test func time_intervalEndsOnAnotherThread_keepsIntervalsWithin() throws {
    let time = try time([
      .schema(0), .actionBegin(100, 1, "a", "x"), .intervalBegin(120, 1, "load"),
      .intervalBegin(130, 2, "parse"),
      .intervalEnd(135, 1, "load").in(process: 4242, thread: 77, named: "demo"),
      .intervalEnd(150, 2, "parse"), .actionEnd(200, 1), .schema(1000),
    ])
    #expect(time.reducersNs == 80)
    #expect(time.intervalsNs == 20)
  }

  /// The end of a nested action is lost: its time is unknown, but not the time of the one within.
  @Test func time_endOfANestedActionIsLost_countsThePeriodWithinOnce() throws {
    let time = try time([
      .schema(0), .actionBegin(100, 1, "a", "x"), .actionBegin(110, 2, "b", "x", parent: 1),
      .actionBegin(120, 3, "c", "x", parent: 2), .actionEnd(150, 3), .actionEnd(200, 1),
      .schema(1000),
    ])
    #expect(time.reducersNs == 100)
  }

  @Test func time_withoutThreads_separatesStores() throws {
    var writer = TraceWriter.simple([
      .schema(0), .actionBegin(10, 1, "app", "a"), .actionBegin(20, 2, "app", "b", store: 2),
      .actionBegin(30, 3, "row", "b", parent: 2, store: 2), .actionEnd(100, 1),
      .actionEnd(150, 3), .actionEnd(200, 2), .schema(1000),
    ])
    writer.hasContexts = false
    let time = try #require(report(writer).time.first)
    #expect(time.otherActorsNs == 90 + 180)
  }

  @Test func time_lostEvents_isALowerBound() throws {
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: Self.action(100, 130, 1)),
          TraceWriter.Packet(events: [.schema(1000)], discarded: 3),
        ]
      ]))
    #expect(report.time.map(\.summary).first?.hasSuffix("at least, as events are missing.") == true)
  }

  @Test func text_observersAndIntervals_beginsWithTheTimeAndRanksAllKinds() throws {
    let text = try report(.simple(Self.nested)).text(TextLayout(width: 100))
    #expect(text.hasPrefix("Of 1.00 µs the main actor was busy 21.0 %: reducers 9.0 %"))
    let lines = text.split(separator: "\n")
    let ranked = try #require(lines.firstIndex { $0.hasPrefix("All by time of their own") })
    #expect(lines[ranked + 1].contains("observer"))
  }
}
