import Testing

@testable import TraceAnalysis

/// Recordings of several processes: each is judged as if it had been recorded alone.
@Suite struct ProcessFindingTests {
  private static let millisecond: Int64 = 1_000_000

  /// A report on processes, which have the ids from 1.
  private func report(_ processes: [[WrittenEvent]]) throws -> Report {
    let events = processes.enumerated().flatMap { index, events in
      events.map { $0.in(process: Int32(index + 1), named: "worker") }
    }
    return try TraceAnalysisTests.report(.simple(events.sorted { $0.time < $1.time }))
  }

  private func outcome(_ rule: String, _ processes: [[WrittenEvent]]) throws
    -> RuleVerdict.Outcome?
  {
    try report(processes).rules.first { $0.rule == rule }?.outcome
  }

  /// Stores that process one action each.
  private func stores(_ count: Int, from start: Int64, every distance: Int64) -> [WrittenEvent] {
    (0..<count).flatMap { index -> [WrittenEvent] in
      let time = (start + Int64(index) * distance) * Self.millisecond
      let id = UInt64(index + 10)
      return [
        .storeCreated(time, id), .actionBegin(time + 10, id, "app", "run", store: id),
        .actionEnd(time + 20, id),
      ]
    }
  }

  @Test func growingStores_shortProcesses_areNotFound() throws {
    let short = (0..<25).map { stores(1, from: Int64($0) * 140, every: 1) }
    let long: [WrittenEvent] = [.schema(0), .schema(4_000 * Self.millisecond)]
    #expect(try outcome("growing-stores", short + [long]) == .notFound)
  }

  @Test func growingStores_processThatEnds_isJudgedUntilItsLastEvent() throws {
    let growing =
      stores(20, from: 0, every: 140) + [.schema(4_000 * Self.millisecond)]
    let longer: [WrittenEvent] = [.schema(0), .schema(60_000 * Self.millisecond)]
    let report = try report([longer, growing])
    let finding = try #require(report.findings.first { $0.rule == "growing-stores" })
    #expect(finding.summary.hasPrefix("worker (2): 20 stores of Counter"))
    #expect(finding.process == 1)
  }

  @Test func runningEffects_processThatEnded_areAsOldAsAtItsLastEvent() throws {
    let ended: [WrittenEvent] = [.effectBegin(0, 1, "app", "open", action: 0), .schema(500)]
    let report = try report([ended, [.schema(0), .schema(9_000)]])
    #expect(report.runningEffects.map(\.ageNs) == [500])
  }

  /// Observers within two seconds.
  private func observers(_ milliseconds: Int64) -> [WrittenEvent] {
    [.schema(0)]
      + (0..<20).flatMap { index -> [WrittenEvent] in
        let time = Int64(index) * 100 * Self.millisecond
        return [
          .observeBegin(time + 10, 1, line: 7, after: 1, "app", "tick", changed: "Counter.count"),
          .observeEnd(time + 10 + milliseconds * Self.millisecond, 1, line: 7),
        ]
      } + [.schema(2_000 * Self.millisecond)]
  }

  @Test func costlyObservers_smallShareInEachProcess_isNotFound() throws {
    let processes = Array(repeating: observers(3), count: 50)
    #expect(try outcome("costly-observers", processes) == .notFound)
  }

  @Test func finding_severalProcesses_isTheWorstOne() throws {
    // The times of each call are within a frame for most calls.
    func brief(_ count: Int) -> [WrittenEvent] {
      [.schema(0)]
        + (0..<count).flatMap { index -> [WrittenEvent] in
          let time = Int64(index) * 10 * Self.millisecond
          return [
            .observeBegin(time, 1, line: 7), .observeEnd(time + 5 * Self.millisecond, 1, line: 7),
          ]
        } + [.schema(2_000 * Self.millisecond)]
    }
    let report = try report([brief(100), brief(200), brief(150), observers(1)])
    let findings = report.findings.filter { $0.rule == "costly-observers" }
    #expect(findings.count == 1)
    let finding = try #require(findings.first)
    #expect(finding.costNs == 1_000 * Self.millisecond)
    #expect(finding.costShare == 0.5)
    #expect(finding.process == 1)
    #expect(
      finding.summary.hasPrefix("worker (2): The observer at Demo/main.swift:7 takes 50.0 %"))
    #expect(finding.summary.hasSuffix("The same in 2 other processes."))
    #expect(report.rules.first { $0.rule == "costly-observers" }?.findings == 1)
  }

  private func actions(_ count: Int, _ name: String, changed: UInt64) -> [WrittenEvent] {
    (0..<count).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * Self.millisecond, UInt64(index + 1))
      return [.actionBegin(time, id, "app", name), .actionEnd(time + 1000, id, changed: changed)]
    }
  }

  @Test func changesNothing_oneOfTenProcesses_isFound() throws {
    let others = Array(repeating: actions(1000, "tap", changed: 2), count: 9)
    #expect(
      try outcome("changes-nothing", others + [actions(200, "check", changed: 1)]) == .found)
    // The actions of all together are none of one program.
    let few = Array(repeating: actions(20, "check", changed: 1), count: 10)
    #expect(try outcome("changes-nothing", few) == .notFound)
  }

  @Test func changesNothing_oneProcessIsUnknown_isNotJudged() throws {
    let known = actions(200, "tap", changed: 2)
    #expect(
      try outcome("changes-nothing", [known, actions(200, "check", changed: 0)]) == .notJudged)
    #expect(
      try outcome("changes-nothing", [known, actions(20, "check", changed: 0)]) == .notFound)
  }

  @Test func costlyInstrumentation_smallShareInEachProcess_isNotFound() throws {
    let events: [WrittenEvent] =
      (0..<100).flatMap { index -> [WrittenEvent] in
        let (time, id) = (Int64(index) * 20 * Self.millisecond, UInt64(index + 1))
        return [
          .send(time, id, store: 1), .actionBegin(time + 500_000, id, "app", "typed"),
          .actionPayload(time + 500_010, id, "text"), .actionEnd(time + 501_000, id),
        ]
      } + [.schema(2_000 * Self.millisecond)]
    let processes = Array(repeating: events, count: 10)
    #expect(try outcome("costly-instrumentation", processes) == .notFound)
  }

  /// Each of two processes uses 100 µs of processor time.
  @Test(arguments: [(3_000, false), (1_500, true)])
  func hotFunction_smallShareInEachProcess_isNotFound(
    microseconds: Int, isFound: Bool
  ) throws {
    let end = Int64(microseconds) * 1000
    let action: [WrittenEvent] = [.actionBegin(0, 1, "app", "x"), .actionEnd(end, 1)]
    let events =
      action.map { $0.in(process: 1, named: "worker") }
      + action.map { $0.in(process: 2, named: "worker") }
    var lines = ["signpost-cpu-profile 1", "w 0 \(end)", "t 1 1", "t 2 2", "f hot\tdemo", "n -1 0"]
    for sample in 1...100 { lines += (0...1).map { "s \(sample * 10_000) 1000 \($0) 0" } }
    let report = try withProfiledRecording(events, lines.joined(separator: "\n") + "\ne\n") {
      try Report(directory: $0)
    }
    #expect(
      report.rules.first { $0.rule == "hot-function" }?.outcome == (isFound ? .found : .notFound))
    if isFound {
      let finding = try #require(report.findings.first { $0.rule == "hot-function" })
      #expect(finding.costNs == 100_000)
      #expect(finding.summary.hasSuffix("The same in 1 other process."))
    }
  }

  @Test func listReaders_twoProcesses_areFound() throws {
    var events: [WrittenEvent] = [.storeCreated(0, 1, feature: "Shop")]
    for action in 0..<20 {
      for row in 0..<20 {
        let time = (Int64(action) * 100 + Int64(row)) * Self.millisecond
        events += [
          .observeBegin(
            time, 1, line: 7, after: UInt64(action + 1), "app", "priced", changed: "Shop.products"),
          .observeEnd(time + Self.millisecond - 1000, 1, line: 7),
        ]
      }
    }
    events.append(.schema(2_000 * Self.millisecond))
    #expect(try outcome("list-readers", [events]) == .found)
    let report = try report([events, events])
    #expect(report.findings.map(\.rule) == ["list-readers"])
    #expect(report.findings.first?.summary.hasSuffix("The same in 1 other process.") == true)
  }

  @Test func timeOfProcesses_areOfTheirPeriods() throws {
    let report = try report([[.schema(0), .schema(10_000)], actions(2, "tap", changed: 2)])
    #expect(report.time.map(\.wholeNs) == [Self.millisecond + 1000])
  }
}
