import Foundation
import Testing

@testable import TraceAnalysis

/// Each rule at its threshold and below it. `IntegrationTests/tests_signpost/test_findings.sh` has
/// programs with the mistakes.
@Suite struct FindingRuleTests {
  private static let millisecond: Int64 = 1_000_000

  private func verdict(_ rule: String, _ events: [WrittenEvent]) throws -> RuleVerdict {
    let report = try report(.simple(events.sorted { $0.time < $1.time }))
    return try #require(report.rules.first { $0.rule == rule })
  }

  private func isFound(_ rule: String, _ events: [WrittenEvent]) throws -> Bool {
    try verdict(rule, events).outcome == .found
  }

  /// Actions one after the other, each 100 ms after the one before.
  private func actions(
    _ count: Int, from first: Int = 0, _ name: String, lasting duration: Int64 = 1000,
    changed: UInt64 = 2, effect: UInt64 = 0, thread: Int32 = 4242
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = []
    for index in first..<first + count {
      let time = Int64(index) * 100 * Self.millisecond
      let id = UInt64(index + 1)
      events += [
        .send(time, id, store: 1, name: name), .actionBegin(time, id, "app", name),
        .actionEnd(time + duration, id, changed: changed, effect: effect),
      ]
    }
    return events.map { $0.in(process: 4242, thread: thread, named: "demo") }
  }

  // MARK: - long-on-main-actor

  @Test(arguments: [
    (2, 0, 60, false), (3, 0, 60, true), (4, 4, 49, true), (4, 5, 49, false), (3, 9, 60, true),
    (3, 10, 60, false), (3, 27, 100, true),
    (3, 28, 100, false), (12, 0, 15, false),
  ])
  func longOnMainActor_callsBeyondAFrame_areFoundFromThreeAndHalf(
    long: Int, others: Int, milliseconds: Int64, isFound: Bool
  ) throws {
    let events =
      actions(long, "slow", lasting: milliseconds * Self.millisecond)
      + actions(others, from: long, "slow")
    #expect(try self.isFound("long-on-main-actor", events) == isFound)
  }

  @Test func longOnMainActor_oneVeryLongCall_isLikely() throws {
    let report = try report(.simple(actions(1, "slow", lasting: 250 * Self.millisecond)))
    #expect(report.findings.map(\.certainty) == [.likely])
    #expect(report.findings.map(\.costNs) == [250 * Self.millisecond])
  }

  @Test func longOnMainActor_intervalEndsWithin_isFound() throws {
    let events =
      [.intervalBegin(0, 9, "load")] + actions(1, from: 1, "slow", lasting: 250 * Self.millisecond)
      + [.intervalEnd(101 * Self.millisecond, 9, "load")]
    #expect(try isFound("long-on-main-actor", events))
  }

  @Test func longOnMainActor_otherActor_isNotFound() throws {
    let events =
      [.actionBegin(0, 100, "app", "first", store: 2), .actionEnd(10, 100)]
      + actions(12, from: 1, "slow", lasting: 60 * Self.millisecond, thread: 7)
    #expect(try !isFound("long-on-main-actor", events))
  }

  @Test func longOnMainActor_unknownMainActor_isLikely() throws {
    let events = actions(12, "slow", lasting: 60 * Self.millisecond, thread: 7)
    let report = try report(.simple(events))
    #expect(report.findings.map(\.certainty) == [.likely])
    #expect(report.findings[0].summary.contains("blocks its actor beyond a frame"))
  }

  @Test func longOnMainActor_nestedInterval_namesTheInnermost() throws {
    let events = (0..<5).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * 100 * Self.millisecond, UInt64(index + 1))
      return [
        .actionBegin(time, id, "app", "open"), .intervalBegin(time + 1, id, "parse"),
        .intervalEnd(time + 50 * Self.millisecond, id, "parse"),
        .actionEnd(time + 51 * Self.millisecond, id),
      ]
    }
    let report = try report(.simple(events))
    #expect(report.findings.map(\.subject) == ["[app:network] parse"])
    #expect(report.findings.map(\.payer) == [.intervals])
  }

  @Test(arguments: [true, false])
  func longOnMainActor_intervalBesideCalls_isFoundIfSynchronous(isSynchronous: Bool) throws {
    let events = (0..<5).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * 100 * Self.millisecond, UInt64(index + 1))
      return [
        .intervalBegin(time, id, "draw", isSynchronous: isSynchronous),
        .intervalEnd(time + 50 * Self.millisecond, id, "draw"),
      ]
    }
    #expect(try isFound("long-on-main-actor", [.schema(0)] + events) == isSynchronous)
  }

  /// Without the part of the call before the selected period.
  @Test func longOnMainActor_selectedPeriod_costsNoMoreThanThePeriod() throws {
    let events = actions(1, "slow", lasting: 1_000 * Self.millisecond)
    let report = try report(.simple(events)) {
      $0.filter.start = .sinceStart(700 * Self.millisecond)
    }
    #expect(report.findings.map(\.costNs) == [300 * Self.millisecond])
    #expect(report.findings.map(\.costShare) == [1])
  }

  // MARK: - costly-observers

  private func observers(_ duration: Int64) -> [WrittenEvent] {
    (0..<20).flatMap { index -> [WrittenEvent] in
      let time = Int64(index) * 100 * Self.millisecond
      return [
        .observeBegin(time + 10, 1, line: 7, after: 1, "app", "tick", changed: "Counter.count"),
        .observeEnd(time + 10 + duration, 1, line: 7),
      ]
    } + [.schema(2_000 * Self.millisecond)]
  }

  @Test(arguments: [(19, false), (20, true)])
  func costlyObservers_partOfTheTime_isFoundFromAFifth(milliseconds: Int64, isFound: Bool) throws {
    let events = observers(milliseconds * Self.millisecond)
    #expect(try self.isFound("costly-observers", events) == isFound)
  }

  @Test func costlyObservers_cause_namesPropertyAndAction() throws {
    // Frequent, and each within a frame.
    let events = (0..<200).flatMap { index -> [WrittenEvent] in
      let time = Int64(index) * 10 * Self.millisecond
      return [
        .observeBegin(time, 1, line: 7, after: 1, "app", "tick", changed: "Counter.count"),
        .observeEnd(time + 5 * Self.millisecond, 1, line: 7),
      ]
    }
    let report = try report(.simple(events + [.schema(2_000 * Self.millisecond)]))
    let finding = try #require(report.findings.first { $0.rule == "costly-observers" })
    #expect(finding.file == "Demo/main.swift")
    #expect(finding.line == 7)
    #expect(Int((finding.costShare ?? 0) * 1000) == 500)
    #expect(finding.summary.contains("200 of them as [app] tick changed Counter.count."))
  }

  @Test func costlyObservers_callsBeyondAFrame_areOneFinding() throws {
    let report = try report(.simple(observers(50 * Self.millisecond)))
    #expect(report.findings.map(\.rule) == ["long-on-main-actor"])
    #expect(report.findings[0].summary.contains("20 of them as [app] tick changed Counter.count"))
    let verdict = report.rules.first { $0.rule == "costly-observers" }
    #expect(verdict?.outcome == .notFound)
  }

  @Test func costlyObservers_oneVeryLongCall_isOneFinding() throws {
    let report = try report(
      .simple([
        .observeBegin(0, 1, line: 7, after: 1, "app", "tick", changed: "Counter.count"),
        .observeEnd(300 * Self.millisecond, 1, line: 7), .schema(1_000 * Self.millisecond),
      ]))
    #expect(report.findings.map(\.rule) == ["long-on-main-actor"])
    #expect(
      report.findings.first?.summary == """
        The observer at Demo/main.swift:7 blocks the main actor beyond a frame, once, as [app] tick \
        changed Counter.count: 300 ms.
        """)
  }

  @Test func costlyObservers_oneRun_isASentence() throws {
    let report = try report(
      .simple([
        .observeBegin(0, 1, line: 7, after: 1, "app", "tick", changed: "Counter.count"),
        .observeEnd(210 * Self.millisecond, 1, line: 7), .schema(1_000 * Self.millisecond),
      ]))
    #expect(
      report.findings.map(\.summary) == [
        """
        The observer at Demo/main.swift:7 takes 21.0 % of the time: 1 run of 210 ms, as [app] tick \
        changed Counter.count.
        """
      ])
  }

  @Test func costlyObservers_withoutDebugEvents_isNotJudged() throws {
    let events: [WrittenEvent] = [.actionBegin(0, 1, "app", "x"), .actionEnd(1, 1)]
    let verdict = try verdict("costly-observers", events)
    #expect(verdict.outcome == .notJudged)
    #expect(verdict.reason?.contains("--loglevel info") == true)
  }

  // MARK: - list-readers

  /// Actions that each notify observers of one place, within two seconds.
  private func rows(
    _ count: Int, of actions: Int, others: UInt64, property: String, each duration: Int64
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = [.storeCreated(0, 1, feature: "Shop")]
    for action in 0..<actions {
      for row in 0..<count {
        let time = Int64(action) * 100 * Self.millisecond + Int64(row) * Self.millisecond
        events += [
          .observeBegin(
            time, 1, line: 7, after: UInt64(action + 1), "app", "priced", changed: property,
            others: others),
          .observeEnd(time + duration, 1, line: 7),
        ]
      }
    }
    return events + [.schema(2_000 * Self.millisecond)]
  }

  @Test(arguments: [
    (10, 10, 9, "Product.price", true), (10, 10, 8, "Product.price", false),
    (9, 12, 9, "Product.price", false), (12, 9, 9, "Product.price", false),
    (10, 10, 0, "Shop.products", true),
  ])
  func listReaders_observersOfOnePlace_areFoundFromTen(
    count: Int, actions: Int, others: UInt64, property: String, isFound: Bool
  ) throws {
    let events = rows(
      count, of: actions, others: others, property: property, each: Self.millisecond)
    #expect(try self.isFound("list-readers", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "list-readers" }
      #expect(
        finding?.summary.contains("runs 10 times for each of 10 changes of \(property)") == true)
      #expect(finding?.costNs == 100 * Self.millisecond)
    }
  }

  @Test func listReaders_severalStoresHaveTheProperty_isNotFound() throws {
    let events = rows(
      20, of: 20, others: 0, property: "Shop.products", each: Self.millisecond - 1000)
    #expect(try isFound("list-readers", events))
    let other = WrittenEvent.storeCreated(10, 2, feature: "Shop")
    #expect(try !isFound("list-readers", events + [other]))
  }

  /// Rows that show ten values of their own, all of which change at once.
  @Test(arguments: [(19, true), (20, false)])
  func listReaders_eachRowHasAStore_isNotFound(stores: Int, isFound: Bool) throws {
    let events = rows(
      20, of: 20, others: 9, property: "Product.price", each: Self.millisecond - 1000)
    let children = (0..<stores).map {
      WrittenEvent.storeCreated(10, UInt64($0 + 2), parent: 1, feature: "Product")
    }
    #expect(try self.isFound("list-readers", events + children) == isFound)
  }

  @Test func listReaders_muchOfTheTime_isOneFinding() throws {
    let events = rows(
      40, of: 20, others: 50, property: "Product.price", each: Self.millisecond - 1000)
    #expect(try report(.simple(events)).findings.map(\.rule) == ["list-readers"])
  }

  @Test func listReaders_rowsBeyondAFrame_areOneFinding() throws {
    var events: [WrittenEvent] = [.storeCreated(0, 1, feature: "Shop")]
    for action in 0..<10 {
      for row in 0..<10 {
        let time = (Int64(action) * 300 + Int64(row) * 20) * Self.millisecond
        events += [
          .observeBegin(
            time, 1, line: 7, after: UInt64(action + 1), "app", "priced", changed: "Shop.products"),
          .observeEnd(time + 17 * Self.millisecond, 1, line: 7),
        ]
      }
    }
    #expect(try report(.simple(events)).findings.map(\.rule) == ["list-readers"])
  }

  // MARK: - Effects

  private func effects(
    _ count: Int, from first: Int = 0, outcome: UInt64, outputs: UInt64 = 0
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = []
    for index in first..<first + count {
      let (time, id) = (Int64(index) * 100 * Self.millisecond, UInt64(index + 1))
      events += [
        .effectBegin(time, id, "app", "query", action: id),
        .effectEnd(time + 20 * Self.millisecond, id, outcome: outcome, outputs: outputs),
      ]
    }
    return events
  }

  /// Actions that each start an effect. The first effects are cancelled after the action
  /// `canceller`; the others finish after the given times.
  private func queries(
    _ cancelled: Int, by canceller: String = "query", finishing times: [Int64]
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = [.storeCreated(0, 1)]
    for index in 0..<cancelled + times.count {
      let (time, id) = (Int64(index) * 100 * Self.millisecond, UInt64(index * 2 + 1))
      events += [
        .actionBegin(time, id, "app", "query"), .actionEnd(time + 10, id, effect: 1),
        .effectBegin(time + 20, id, "app", "query", action: id),
      ]
      if index < cancelled {
        let end = time + 80 * Self.millisecond
        events += [
          .actionBegin(end, id + 1, "app", canceller), .actionEnd(end + 10, id + 1, effect: 5),
          .effectEnd(end + 20, id, outcome: 1),
        ]
      } else {
        let end = time + times[index - cancelled]
        events += [.effectEnd(end, id, outputs: 1)]
      }
    }
    return events
  }

  /// Durations that vary, as requests do.
  private func requests(_ count: Int) -> [Int64] {
    (0..<count).map { (20 + Int64($0 % 7) * 5) * Self.millisecond }
  }

  @Test(arguments: [(9, 3, false), (10, 11, false), (10, 10, true), (10, 3, true), (10, 1, true)])
  func mostlyCancelled_part_isFoundFromHalf(
    cancelled: Int, finished: Int, isFound: Bool
  ) throws {
    let events = queries(cancelled, finishing: requests(finished))
    #expect(try self.isFound("mostly-cancelled", events) == isFound)
  }

  @Test func mostlyCancelled_timersAndSubscriptions_areNotFound() throws {
    // None finishes by itself, or all have sent something.
    #expect(try !isFound("mostly-cancelled", queries(20, finishing: [])))
    let events = effects(20, outcome: 1, outputs: 3) + effects(5, from: 20, outcome: 0)
    #expect(try !isFound("mostly-cancelled", events))
  }

  @Test func mostlyCancelled_anotherActionCancels_isNotFound() throws {
    let events = queries(20, by: "closed", finishing: requests(5))
    #expect(try !isFound("mostly-cancelled", events))
  }

  /// Rows of a list that load while they are visible: others appear before each disappears.
  @Test func mostlyCancelled_rowsCancelTheirOwnLoads_areNotFound() throws {
    var events: [WrittenEvent] = [.storeCreated(0, 1)]
    for row in 0..<20 {
      let (time, id) = (Int64(row) * 50 * Self.millisecond + 1, UInt64(row * 2 + 1))
      events += [
        .actionBegin(time, id, "app", "appear"), .actionEnd(time + 10, id, effect: 1),
        .effectBegin(time + 20, id, "app", "appear", action: id),
      ]
      let end = time + 220 * Self.millisecond
      if row < 15 {
        events += [
          .actionBegin(end, id + 1, "app", "disappear"), .actionEnd(end + 10, id + 1, effect: 5),
          .effectEnd(end + 20, id, outcome: 1),
        ]
      } else {
        events += [.effectEnd(end + Int64(row) * 7 * Self.millisecond, id, outputs: 1)]
      }
    }
    #expect(try !isFound("mostly-cancelled", events))
  }

  /// A toast that closes after two seconds.
  @Test func mostlyCancelled_timerOfSecondsThatEachActionStartsAnew_isNotFound() throws {
    let times = (0..<5).map { 2_000 * Self.millisecond + Int64($0) * 100_000 }
    #expect(try !isFound("mostly-cancelled", queries(20, finishing: times)))
  }

  /// A request to a server that always takes equally long, or a pause before the work.
  @Test(arguments: [true, false])
  func mostlyCancelled_finishedLastEquallyLong_isFoundIfNoWorkFollows(leadsOn: Bool) throws {
    var events = queries(20, finishing: [50 * Self.millisecond])
    let end = events.last!.time
    events.insert(
      contentsOf: [
        .actionBegin(end - 20, 900, "app", "loaded", cause: 41),
        .actionEnd(end - 10, 900, effect: 1),
      ], at: events.count - 1)
    if leadsOn { events.append(.effectBegin(end + 10, 901, "app", "loaded", action: 900)) }
    #expect(try isFound("mostly-cancelled", events) == !leadsOn)
  }

  @Test(arguments: [(9, 200, false), (10, 200, true), (10, 10, false)])
  func growingEffects_running_areFoundFromTenInAllQuarters(
    count: Int, milliseconds: Int64, isFound: Bool
  ) throws {
    let events = (0..<count).map { index in
      WrittenEvent.effectBegin(
        Int64(index) * milliseconds * Self.millisecond, UInt64(index + 1), "app", "open",
        action: 0)
    }
    let end = WrittenEvent.schema(2_000 * Self.millisecond)
    #expect(try self.isFound("growing-effects", events + [end]) == isFound)
  }

  @Test func growingEffects_shortRecording_isNotJudged() throws {
    #expect(try verdict("growing-effects", [.schema(0), .schema(10)]).outcome == .notJudged)
  }

  /// 63 is a timer of 16 ms.
  @Test(arguments: [
    (60, true, false), (63, true, false), (74, true, false), (75, true, true), (150, true, true),
    (150, false, false),
  ])
  func storm_actionsOfAnEffect_areFoundAboveTheFrameRate(
    perSecond: Int, isObserved: Bool, isFound: Bool
  ) throws {
    var events: [WrittenEvent] = [.effectBegin(0, 9000, "app", "start", action: 0)]
    for index in 0..<(perSecond * 4) {
      let time = Int64(index) * 1_000 * Self.millisecond / Int64(perSecond) + 1
      let id = UInt64(index + 1)
      events += [
        .send(time, id, store: 1, cause: 9000),
        .actionBegin(time, id, "app", "level", cause: 9000), .actionEnd(time + 10, id),
      ]
    }
    if isObserved {
      events += [.observeBegin(20, 1, line: 7), .observeEnd(30, 1, line: 7)]
    }
    #expect(try self.isFound("storm", events) == isFound)
  }

  @Test func storm_turnsOfManyActions_areNotFound() throws {
    // 20 actions in each of eight turns a second, which are shown in eight frames.
    let events = (0..<800).flatMap { index -> [WrittenEvent] in
      let id = UInt64(index + 1)
      let time = Int64(index / 20) * 120 * Self.millisecond + Int64(index % 20) * 100_000 + 1
      return [
        .send(time, id, store: 1, cause: 9000),
        .actionBegin(time, id, "app", "level", cause: 9000), .actionEnd(time + 10, id),
      ]
    }
    let others: [WrittenEvent] = [
      .effectBegin(0, 9000, "app", "start", action: 0),
      .observeBegin(20, 1, line: 7), .observeEnd(30, 1, line: 7),
    ]
    #expect(try !isFound("storm", others + events))
    #expect(try isFound("repeated-in-turn", others + events))
  }

  @Test func storm_cost_isTheTimeOfReducers() throws {
    let events = (0..<480).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * 8 * Self.millisecond + 1, UInt64(index * 2 + 1))
      return [
        .actionBegin(time, id, "app", "desk.level", cause: 9000),
        .actionBegin(time + 10, id + 1, "desk", "level", parent: id),
        .intervalBegin(time + 20, id, "parse"), .intervalEnd(time + 50, id, "parse"),
        .actionEnd(time + 60, id + 1), .actionEnd(time + 100, id),
        .observeBegin(time + 200, 1, line: 7, after: id, "app", "desk.level", changed: "level"),
        .observeEnd(time + 900, 1, line: 7),
      ]
    }
    let report = try report(
      .simple([.effectBegin(0, 9000, "app", "start", action: 0)] + events))
    let finding = try #require(report.findings.first { $0.rule == "storm" })
    #expect(finding.costNs == 33_600)
    #expect(finding.subject == "[desk] level")
    #expect(report.time.first?.reducersNs == 33_600)
  }

  // MARK: - Actions

  @Test(arguments: [(99, 100, false), (100, 900, true), (100, 901, false)])
  func changesNothing_number_isFoundFromAHundredAndATenth(
    vain: Int, others: Int, isFound: Bool
  ) throws {
    let events = actions(vain, "check", changed: 1) + actions(others, from: vain, "tap")
    #expect(try self.isFound("changes-nothing", events) == isFound)
  }

  @Test(arguments: [(10, 10, 0, true), (9, 10, 0, false), (10, 9, 0, false), (10, 10, 901, false)])
  func repeatedInTurn_turns_areFoundFromTenOfTen(
    turns: Int, repetitions: Int, others: Int, isFound: Bool
  ) throws {
    let events =
      (0..<turns).flatMap { turn -> [WrittenEvent] in
        (0..<repetitions).flatMap { index -> [WrittenEvent] in
          let id = UInt64(turn * 100 + index + 1)
          let time = Int64(turn) * 101 * Self.millisecond + Int64(index) * 100_000
          return [.actionBegin(time, id, "app", "added"), .actionEnd(time + 1000, id)]
        }
      } + actions(others, from: 10_000, "tap")
    #expect(try self.isFound("repeated-in-turn", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "repeated-in-turn" }
      #expect(finding?.costNs == 90_000)
      #expect(finding?.summary.contains("100 times in 10 turns, 10 times in each") == true)
    }
  }

  /// A busy machine interrupts a loop at any place; turns of a program are often equally long.
  @Test(arguments: [(1, false), (0, true)])
  func repeatedInTurn_shortPauses_separateTurnsThatAreEquallyLong(
    difference: Int, isFound: Bool
  ) throws {
    let lengths = (0..<20).map { 10 + $0 % 2 * difference }
    var (time, id) = (Int64(0), UInt64(0))
    let events = lengths.flatMap { length -> [WrittenEvent] in
      time += 60 * Self.millisecond
      return (0..<length).flatMap { _ -> [WrittenEvent] in
        time += 100_000
        id += 1
        return [.actionBegin(time, id, "app", "added"), .actionEnd(time + 1000, id)]
      }
    }
    #expect(try self.isFound("repeated-in-turn", events) == isFound)
  }

  @Test(arguments: [(false, true), (true, false)])
  func repeatedInTurn_senders_areFoundUnlessTheyWaitForEachOther(
    waits: Bool, isFound: Bool
  ) throws {
    let events =
      [.storeCreated(0, 1)]
      + (0..<200).flatMap { index -> [WrittenEvent] in
        let id = UInt64(index + 1)
        let time = 10 + Int64(index / 20) * 200 * Self.millisecond + Int64(index) * 100_000
        return [
          .send(time, id, store: 1, name: "added", waited: waits ? 500_000 : 0),
          .actionBegin(time + 1, id, "app", "added", store: 1),
          .actionEnd(time + 90_000, id),
        ]
      }
    #expect(try self.isFound("repeated-in-turn", events) == isFound)
  }

  // MARK: - late-timers

  /// A timer of 50 ms whose ticks are late by the work of an action before them.
  private func timer(
    late: Int, by milliseconds: Int64, busy: Bool = true, regular: Bool = true
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = [
      .actionBegin(0, 1, "app", "start", store: 1), .actionEnd(1, 1, effect: 1),
      .effectBegin(2, 500, "app", "start", action: 1),
    ]
    var time: Int64 = 0
    for index in 0..<(20 + late * 2) {
      let id = UInt64(index + 1000)
      let isLate = index >= 20 && index.isMultiple(of: 2)
      let irregular = regular ? 0 : Int64(index % 5) * 20 * Self.millisecond
      time += 50 * Self.millisecond + irregular + (isLate ? milliseconds * Self.millisecond : 0)
      if isLate, busy {
        events += [
          .actionBegin(time - milliseconds * Self.millisecond, id + 10_000, "app", "slow"),
          .actionEnd(time - 1000, id + 10_000),
        ]
      }
      events += [
        .actionBegin(time, id, "app", "tick", cause: 500), .actionEnd(time + 100, id),
      ]
    }
    return events
  }

  @Test(arguments: [(3, 100, true), (2, 100, false), (3, 99, false)])
  func lateTimers_busyActor_areFoundFromThree(
    late: Int, milliseconds: Int64, isFound: Bool
  ) throws {
    let events = timer(late: late, by: milliseconds)
    #expect(try self.isFound("late-timers", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "late-timers" }
      #expect(finding?.costNs == 300 * Self.millisecond)
      #expect(finding?.summary.contains("every 50.0 ms") == true)
      #expect(finding?.summary.contains("mostly with [app] slow") == true)
    }
  }

  @Test(arguments: [(2, false), (3, true)])
  func lateTimers_amongTheFirstActions_areFound(late: Int, isFound: Bool) throws {
    // 17 actions, of which some come late: the period is known after the last one.
    var events: [WrittenEvent] = [.effectBegin(0, 500, "app", "start", action: 0)]
    var time: Int64 = 0
    for index in 0..<17 {
      let id = UInt64(index + 1000)
      let isLate = (1...late).contains(index)
      time += (isLate ? 200 : 50) * Self.millisecond
      if isLate {
        events += [
          .actionBegin(time - 180 * Self.millisecond, id + 10_000, "app", "slow"),
          .actionEnd(time - 1000, id + 10_000),
        ]
      }
      events += [
        .actionBegin(time, id, "app", "tick", cause: 500), .actionEnd(time + 100, id),
      ]
    }
    #expect(try self.isFound("late-timers", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "late-timers" }
      #expect(finding?.costNs == 450 * Self.millisecond)
      #expect(finding?.summary.contains("late in 3 of 16 times, by up to 150 ms") == true)
    }
  }

  /// Timers of rows, each a millisecond after the one before, that actions of 160 ms delay.
  private func rowTimers(_ count: Int, blocks: Int) -> [WrittenEvent] {
    var events: [WrittenEvent] = [.actionBegin(0, 1, "app", "start"), .actionEnd(1, 1, effect: 1)]
    for timer in 0..<count {
      let effect = UInt64(500 + timer)
      events.append(.effectBegin(2, effect, "app", "start", action: 1))
      var time = Int64(timer) * Self.millisecond
      for tick in 0..<(20 + blocks * 2) {
        let id = UInt64(1000 + timer * 1000 + tick)
        time += 50 * Self.millisecond
        if tick >= 20, tick.isMultiple(of: 2) {
          if timer == 0 {
            events.append(.actionBegin(time, id + 10_000, "app", "slow"))
            events.append(.actionEnd(time + 160 * Self.millisecond - 1000, id + 10_000))
          }
          time += 160 * Self.millisecond
        }
        events += [
          .actionBegin(time, id, "app", "tick", cause: effect), .actionEnd(time + 100, id),
        ]
      }
    }
    return events
  }

  @Test(arguments: [(1, false), (2, false), (3, true)])
  func lateTimers_oneBlockDelaysSeveral_countsOnce(blocks: Int, isFound: Bool) throws {
    let events = rowTimers(3, blocks: blocks)
    #expect(try self.isFound("late-timers", events) == isFound)
    if isFound {
      let report = try report(.simple(events.sorted { $0.time < $1.time }))
      let finding = try #require(report.findings.first { $0.rule == "late-timers" })
      #expect(finding.costNs == Int64(blocks) * 162 * Self.millisecond)
      #expect(finding.summary.contains("late in 9 of 75 times, in 3 separate periods, by up to"))
      #expect(finding.evidence.first?.waitNs == 160 * Self.millisecond)
    }
  }

  @Test func lateTimers_idleActor_isNotFound() throws {
    #expect(try !isFound("late-timers", timer(late: 5, by: 200, busy: false)))
  }

  @Test func lateTimers_irregularActions_areNoTimer() throws {
    #expect(try !isFound("late-timers", timer(late: 5, by: 200, regular: false)))
  }

  // MARK: - costly-instrumentation

  @Test(arguments: [(99_000, false), (100_000, true)])
  func costlyInstrumentation_payloads_areFoundFromATwentieth(
    microsecondsTogether: Int64, isFound: Bool
  ) throws {
    let each = microsecondsTogether * 1000 / 100
    let events =
      (0..<100).flatMap { index -> [WrittenEvent] in
        let (time, id) = (Int64(index) * 20 * Self.millisecond, UInt64(index + 1))
        return [
          .send(time, id, store: 1), .actionBegin(time + each, id, "app", "typed"),
          .actionPayload(time + each + 10, id, "text"), .actionEnd(time + each + 1000, id),
        ]
      } + [.schema(2_000 * Self.millisecond)]
    #expect(try self.isFound("costly-instrumentation", events) == isFound)
  }

  @Test func costlyInstrumentation_withoutPayloads_isNotFound() throws {
    let events = (0..<100).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * 20 * Self.millisecond, UInt64(index + 1))
      return [
        .send(time, id, store: 1), .actionBegin(time + 5 * Self.millisecond, id, "app", "typed"),
        .actionEnd(time + 6 * Self.millisecond, id),
      ]
    }
    #expect(try !isFound("costly-instrumentation", events))
  }

  @Test func costlyInstrumentation_differences_areFound() throws {
    let events = (0..<100).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * 20 * Self.millisecond, UInt64(index + 1))
      return [
        .actionBegin(time, id, "app", "typed"), .actionEnd(time + 1000, id),
        .stateDiff(time + 1000 + 2 * Self.millisecond, id, "count"),
      ]
    }
    let finding = try report(.simple(events)).findings.first { $0.rule == "costly-instrumentation" }
    #expect(finding?.costNs == 200 * Self.millisecond)
    #expect(finding?.payer == .recording)
  }

  @Test(arguments: ["changes-nothing", "forwarding"])
  func rulesOfChanges_unknownChanges_areNotJudged(rule: String) throws {
    let verdict = try verdict(rule, actions(200, "check", changed: 0, effect: 2))
    #expect(verdict.outcome == .notJudged)
  }

  /// An action that an effect has sent, and that sends another one by the next effect.
  private func forwarding(
    _ index: Int, _ name: String, cause: UInt64, changed: UInt64, sends: Bool
  ) -> [WrittenEvent] {
    let time = Int64(index) * 100 * Self.millisecond
    let (id, effect) = (UInt64(index + 1), UInt64(index + 100_001))
    var events: [WrittenEvent] = [
      .send(time, id, store: 1, cause: cause, name: name),
      .actionBegin(time, id, "app", name, cause: cause),
      .actionEnd(time + 1000, id, changed: changed, effect: sends ? 2 : 0),
    ]
    if sends {
      events += [
        .effectBegin(time + 3000, effect, "app", name, action: id),
        .effectEnd(time + 4000, effect, outputs: 1),
      ]
    }
    return events
  }

  /// Chains of `length` actions that each only send the next one.
  ///
  /// - Parameter changed: Whether these change the state: 0 for unknown, 1 for no.
  private func chains(
    _ count: Int, of length: Int, others: Int, changed: UInt64 = 1
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = []
    for chain in 0..<count {
      for step in 0...length {
        let index = chain * (length + 1) + step
        let cause = step > 0 ? UInt64(index + 100_000) : 0
        events += forwarding(
          index, "step\(step)", cause: cause, changed: step < length ? changed : 2,
          sends: step < length)
      }
    }
    return events + actions(others, from: count * (length + 1), "tap")
  }

  @Test(arguments: [(33, 3, false), (34, 3, true), (60, 2, false)])
  func forwarding_chains_areFoundFromThreeInARow(
    count: Int, length: Int, isFound: Bool
  ) throws {
    let events = chains(count, of: length, others: 10)
    #expect(try self.isFound("forwarding", events) == isFound)
  }

  @Test func forwarding_unknownChanges_areNotJudged() throws {
    let events = chains(34, of: 3, others: 10, changed: 0)
    #expect(try verdict("forwarding", events).outcome == .notJudged)
  }

  /// Actions of one effect, each of which sends another action.
  @Test func forwarding_siblings_areNoChain() throws {
    var events: [WrittenEvent] = []
    for group in 0..<60 {
      let (time, effect) = (Int64(group) * 400 * Self.millisecond, UInt64(group + 1))
      events.append(.effectBegin(time, effect, "app", "all", action: 0))
      for index in group * 4..<group * 4 + 4 {
        events += forwarding(index, "one", cause: effect, changed: 1, sends: true)
      }
    }
    #expect(try verdict("forwarding", events).outcome == .notFound)
  }

  /// The effects belong to the actions of the nested wrappers.
  @Test func forwarding_nestedWrappers_areChains() throws {
    var events = actions(10, from: 500, "tap")
    for index in 0..<160 {
      let (time, id) = (Int64(index) * 100 * Self.millisecond, UInt64(index * 2 + 1))
      let cause = index.isMultiple(of: 4) ? 0 : UInt64(100_000 + index - 1)
      let sends = index % 4 < 3
      events += [
        .actionBegin(time, id, "app", "desk.go", cause: cause),
        .actionBegin(time + 10, id + 1, "desk", "go", cause: cause, parent: id),
        .actionEnd(time + 20, id + 1, changed: sends ? 1 : 2, effect: sends ? 2 : 0),
        .actionEnd(time + 30, id, changed: sends ? 1 : 2, effect: sends ? 2 : 0),
      ]
      if sends {
        events += [
          .effectBegin(time + 40, UInt64(100_000 + index), "desk", "go", action: id + 1),
          .effectEnd(time + 50, UInt64(100_000 + index), outputs: 1),
        ]
      }
    }
    let report = try report(.simple(events.sorted { $0.time < $1.time }))
    let finding = try #require(report.findings.first { $0.rule == "forwarding" })
    #expect(finding.summary.contains("120 actions") && finding.summary.contains("in 40 chains"))
  }

  @Test func forwarding_smallPart_isNotFound() throws {
    #expect(try !isFound("forwarding", chains(34, of: 3, others: 900)))
  }

  /// Differences of the states of these actions, after their ends.
  private func differences(after ids: [UInt64]) -> [WrittenEvent] {
    ids.map { id in
      .stateDiff(Int64(id - 1) * 100 * Self.millisecond + 2000, id, "count")
        .in(process: 4242, thread: 4242, named: "demo")
    }
  }

  @Test func forwarding_withoutDifferences_isLikely() throws {
    let events = chains(34, of: 3, others: 10, changed: 0)
    // The last actions of the chains change the state.
    let ends = (1...34).map { UInt64($0 * 4) }
    let report = try report(
      .simple((events + differences(after: ends)).sorted { $0.time < $1.time }))
    let finding = try #require(report.findings.first { $0.rule == "forwarding" })
    #expect(finding.certainty == .likely)
    #expect(finding.summary.hasPrefix("102 actions"))
    #expect(finding.costNs == 102_000)
  }

  @Test func forwarding_oneActionWithADifference_endsTheChain() throws {
    let events = chains(60, of: 3, others: 10, changed: 0)
    let middles = (0..<60).map { UInt64($0 * 4 + 2) }
    #expect(try verdict("forwarding", events + differences(after: middles)).outcome == .notFound)
  }

  @Test func changesNothing_withoutDifferences_isLikely() throws {
    // Every second has a difference.
    let events = actions(240, "check", changed: 0) + actions(10, from: 240, "tap")
    let changing = (1...120).map { UInt64($0 * 2) }
    let report = try report(
      .simple((events + differences(after: changing)).sorted { $0.time < $1.time }))
    let finding = try #require(report.findings.first { $0.rule == "changes-nothing" })
    #expect(finding.certainty == .likely)
    #expect(finding.summary.contains("in 120 of 240 actions"))
    #expect(finding.costNs == 120_000)
  }

  @Test(arguments: [
    ("changes-nothing", "100 actions of [app] check"), ("forwarding", "300 actions of [app] step0"),
  ])
  func rulesOfChanges_manyUnknownChanges_areNotJudged(rule: String, subject: String) throws {
    let events =
      rule == "forwarding"
      ? chains(100, of: 3, others: 10, changed: 0)
      : actions(100, "check", changed: 0) + actions(10, from: 100, "tap")
    let verdict = try verdict(rule, events)
    #expect(verdict.outcome == .notJudged)
    #expect(verdict.reason?.contains(subject) == true)
    #expect(verdict.reason?.contains("--state-diffs") == true)
  }

  @Test(arguments: [(9, false), (10, true)])
  func reentrantSends_number_isFoundFromTen(count: Int, isFound: Bool) throws {
    var events: [WrittenEvent] = [.send(0, 1, store: 1), .actionBegin(1, 1, "app", "save")]
    for index in 0..<count {
      events.append(.send(Int64(10 + index), UInt64(2 + index), store: 1, reentrant: true))
    }
    events.append(.actionEnd(1000, 1))
    #expect(try self.isFound("reentrant-sends", events) == isFound)
    if isFound {
      let report = try report(.simple(events))
      #expect(report.findings[0].summary.hasPrefix("The reducer of [app] save sends tick"))
    }
  }

  @Test(arguments: [(9, 1, false), (10, 1, true), (10, 2, false)])
  func reentrantSends_observersSend_areFoundFromTen(
    count: Int, store: UInt64, isFound: Bool
  ) throws {
    let events = (0..<count).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * 100 * Self.millisecond, UInt64(index + 1))
      return [
        .observeBegin(time, 1, line: 7), .send(time + 10, id, store: store),
        .actionBegin(time + 20, id, "app", "counted", store: store),
        .actionEnd(time + 30, id), .observeEnd(time + 40, 1, line: 7),
      ]
    }
    #expect(try self.isFound("reentrant-sends", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "reentrant-sends" }
      #expect(
        finding?.summary
          == "The observer at Demo/main.swift:7 sends [app] counted to its own store, 10 times.")
      #expect(finding?.line == 7)
    }
  }

  /// Senders that each send again as soon as their action is processed.
  private func senders(_ count: Int, _ actions: Int, each duration: Int64) -> [WrittenEvent] {
    (0..<actions).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * duration, UInt64(index + 1))
      return [
        .send(time, id, store: 1, waited: duration * Int64(min(index, count - 1))),
        .actionBegin(time + 1, id, "app", "job"), .actionEnd(time + duration - 1, id),
      ]
    }
  }

  @Test(arguments: [
    (12, 200, 10, true), (12, 200, 5, true), (12, 49, 5, false), (2, 200, 10, false),
    (1, 200, 10, false),
  ])
  func longWaits_sendersShareAnActor_areFoundFromThreeTimesTheirActions(
    senders: Int, actions: Int, milliseconds: Int64, isFound: Bool
  ) throws {
    let events = self.senders(senders, actions, each: milliseconds * Self.millisecond)
    #expect(try self.isFound("long-waits", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "long-waits" }
      #expect(finding?.summary.contains("wait for its actor") == true)
      #expect(finding?.summary.contains("mostly behind [app] job") == true)
    }
  }

  @Test func longWaits_lateMachine_isNotFound() throws {
    let events = (0..<10).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index + 1) * 200 * Self.millisecond, UInt64(index + 1))
      return [
        .send(time, id, store: 1, waited: 150 * Self.millisecond),
        .actionBegin(time + 1, id, "app", "job"), .actionEnd(time + 1000, id),
      ]
    }
    #expect(try !isFound("long-waits", events))
  }

  @Test func longWaits_withoutPause_areFound() throws {
    // Each wait overlaps the next, for a second.
    let events = senders(4, 20, each: 50 * Self.millisecond)
    #expect(try isFound("long-waits", events))
  }

  @Test(arguments: [(2, 100, false), (3, 99, false), (3, 100, true)])
  func longWaits_queuedActions_areFoundFromThree(
    count: Int, milliseconds: Int64, isFound: Bool
  ) throws {
    let events = (0..<count).flatMap { index -> [WrittenEvent] in
      let time = Int64(index) * 1_000 * Self.millisecond
      let (first, second) = (UInt64(index * 2 + 1), UInt64(index * 2 + 2))
      let begin = time + milliseconds * Self.millisecond
      return [
        .send(time, first, store: 1), .actionBegin(time, first, "app", "slow"),
        .send(time, second, store: 1, depth: 1), .actionEnd(begin - 1, first),
        .actionBegin(begin, second, "app", "late"), .actionEnd(begin + 10, second),
      ]
    }
    #expect(try self.isFound("long-waits", events) == isFound)
    if isFound {
      let finding = try report(.simple(events)).findings.first { $0.rule == "long-waits" }
      #expect(finding?.costNs == 300 * Self.millisecond)
      #expect(finding?.summary.contains("mostly behind [app] slow") == true)
    }
  }

  /// Queued actions of several stores that wait at the same time.
  ///
  /// - Parameter hiccups: The times that the first action of each store takes, a second apart.
  private func queued(_ stores: Int, during hiccups: [Int64]) -> [WrittenEvent] {
    var events: [WrittenEvent] = []
    for (index, hiccup) in hiccups.enumerated() {
      for store in 0..<stores {
        let time = Int64(index * 1_000 + store) * Self.millisecond
        let first = UInt64(index * 100 + store * 2 + 1)
        let begin = time + hiccup * Self.millisecond
        let id = UInt64(store + 1)
        let ofStore: [WrittenEvent] = [
          .send(time, first, store: id), .actionBegin(time, first, "app", "slow", store: id),
          .send(time, first + 1, store: id, depth: 1), .actionEnd(begin - 1, first),
          .actionBegin(begin, first + 1, "app", "late", store: id),
          // The longer the wait, the shorter the action.
          .actionEnd(begin + 1_000_000 / hiccup, first + 1),
        ]
        events += ofStore.map { $0.in(process: 4242, thread: Int32(100 + store), named: "demo") }
      }
    }
    return events
  }

  @Test(arguments: [(1, false), (2, false), (3, true)])
  func longWaits_storesThatWaitTogether_countOnce(hiccups: Int, isFound: Bool) throws {
    let events = queued(3, during: Array(repeating: 200, count: hiccups))
    #expect(try self.isFound("long-waits", events) == isFound)
    if isFound {
      let report = try report(.simple(events.sorted { $0.time < $1.time }))
      let finding = try #require(report.findings.first { $0.rule == "long-waits" })
      #expect(finding.costNs == 3 * 202 * Self.millisecond)
      #expect(finding.summary.hasPrefix("9 actions of a store"))
      #expect(finding.summary.contains("in 3 separate periods"))
    }
  }

  @Test func longWaits_selectedPeriod_costsNoMoreThanThePeriod() throws {
    let events = queued(1, during: [900, 900, 900]).sorted { $0.time < $1.time }
    let report = try report(.simple(events)) {
      $0.filter.start = .sinceStart(400 * Self.millisecond)
    }
    let finding = try #require(report.findings.first { $0.rule == "long-waits" })
    #expect(finding.costNs == (500 + 900 + 900) * Self.millisecond)
  }

  @Test func longWaits_evidence_beginsWithTheLongestWait() throws {
    let report = try report(.simple(queued(1, during: [200, 400, 100, 300])))
    let finding = try #require(report.findings.first { $0.rule == "long-waits" })
    #expect(finding.evidence.map(\.waitNs) == [400, 300, 200].map { $0 * Self.millisecond })
    #expect(finding.evidence.map(\.durationNs) == [2_500, 3_333, 5_000])
  }

  @Test(arguments: [(49, 0, false), (50, 5, true), (50, 6, false)])
  func recreatedStores_shortLived_areFoundFromFifty(
    short: Int, others: Int, isFound: Bool
  ) throws {
    let events = (0..<(short + others)).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * Self.millisecond, UInt64(index + 10))
      let lifetime: Int64 = index < short ? 50 : 500
      return [
        .storeCreated(time, id, parent: 1),
        .storeReleased(time + lifetime * Self.millisecond, id, parent: 1),
      ]
    }
    #expect(try self.isFound("recreated-stores", events) == isFound)
  }

  // MARK: - growing-stores

  /// Stores that process one action each, which can start an effect, within four seconds.
  ///
  /// - Parameter released: The number of stores that live for 10 ms.
  private func stores(
    _ count: Int, released: Int, every milliseconds: Int64, isBusy: Bool = false
  ) -> [WrittenEvent] {
    var events: [WrittenEvent] = [.schema(0)]
    for index in 0..<count {
      let (time, id) = (Int64(index) * milliseconds * Self.millisecond, UInt64(index + 10))
      events += [
        .storeCreated(time, id), .actionBegin(time + 10, id, "app", "run", store: id),
        .actionEnd(time + 20, id, effect: 1),
      ]
      if index < released { events.append(.storeReleased(time + 10 * Self.millisecond, id)) }
      if isBusy {
        events += [
          .actionBegin(3_900 * Self.millisecond, id + 1000, "app", "run", store: id),
          .actionEnd(3_900 * Self.millisecond + 10, id + 1000),
        ]
      }
    }
    return events + [.schema(4_000 * Self.millisecond)]
  }

  @Test(arguments: [
    (20, 0, 140, false, true), (19, 0, 140, false, false), (25, 5, 110, false, true),
    (25, 6, 110, false, false), (40, 0, 10, false, false), (25, 0, 110, true, false),
  ])
  func growingStores_kept_areFoundFromTwentyIdleOnes(
    count: Int, released: Int, milliseconds: Int64, isBusy: Bool, isFound: Bool
  ) throws {
    let events = stores(count, released: released, every: milliseconds, isBusy: isBusy)
    #expect(try self.isFound("growing-stores", events) == isFound)
  }

  @Test func growingStores_runningEffects_areNotFound() throws {
    let effects = (0..<20).map { (index: Int) -> WrittenEvent in
      let time = Int64(index) * 140 * Self.millisecond + 30
      let id = UInt64(index)
      return .effectBegin(time, id + 500, "app", "run", action: id + 10)
    }
    let events = stores(20, released: 0, every: 140)
    #expect(try isFound("growing-stores", events))
    #expect(try !isFound("growing-stores", events + effects))
  }

  @Test func growingStores_releasedAtTheEnd_areFound() throws {
    let released = (0..<20).map { (index: Int) -> WrittenEvent in
      .storeReleased(4_100 * Self.millisecond, UInt64(index + 10))
    }
    #expect(try isFound("growing-stores", stores(20, released: 0, every: 140) + released))
  }

  // MARK: - lost-events

  @Test func lostEvents_anyRule_isFoundOrNotJudged() throws {
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: actions(2, "tap")),
          TraceWriter.Packet(events: [.schema(2_000 * Self.millisecond)], discarded: 3),
        ]
      ]))
    #expect(report.findings.map(\.rule) == ["lost-events"])
    for rule in report.rules where rule.rule != "lost-events" {
      #expect(rule.outcome == .notJudged, "\(rule.rule)")
    }
  }
}
