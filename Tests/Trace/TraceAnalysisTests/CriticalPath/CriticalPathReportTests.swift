import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis

@Suite struct CriticalPathReportTests {
  /// Actions of one name whose effects take longer and longer, and one of another.
  private func events(_ count: Int) -> [WrittenEvent] {
    var events: [WrittenEvent] = [.schema(0)]
    var time: Int64 = 10
    for number in 1...count {
      let (action, effect) = (UInt64(number), UInt64(number + 1_000_000))
      events += [
        .actionBegin(time, action, "app", "searched"), .actionEnd(time + 10, action, effect: 1),
        .effectBegin(time + 10, effect, "app", "searched", action: action),
        .effectEnd(time + 10 + Int64(number) * 10, effect),
      ]
      time += 1000 + Int64(number) * 10
    }
    return events + [
      .actionBegin(time, 5_000_000, "other", "closed"), .actionEnd(time + 5, 5_000_000),
    ]
  }

  private func report(
    _ writer: TraceWriter, _ change: (inout CriticalPathOptions) -> Void = { _ in }
  ) throws -> CriticalPathReport {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      var options = CriticalPathOptions()
      change(&options)
      return try CriticalPathReport(directory: directory.path, options: options)
    }
  }

  @Test func percentilesAndTheirSharesAreOfThatInstance() throws {
    let report = try report(.simple(events(20)))
    let row = try #require(report.actions.first)
    #expect(row.name == "searched")
    #expect(row.count == 20)
    #expect(row.duration.p50Ns == 110)
    #expect(row.duration.p99Ns == 210)
    #expect(row.p50.count == 1)
    #expect(row.p50.reducers == 10.0 / 110)
    #expect(row.p50.effects == 100.0 / 110)
    #expect(row.p99.effects == 200.0 / 210)
    #expect(report.slowest.map(\.durationNs) == [210, 200, 190])
    #expect(report.isComplete)
  }

  @Test func sharesOfManyAreThoseOfAboutThatDuration() throws {
    let report = try report(.simple(events(3000)))
    let row = try #require(report.actions.first)
    #expect(row.p50.count > 20)
    #expect(abs(row.p50.effects - 15_000.0 / 15_010) < 0.0001)
    #expect(abs(row.p99.effects - 29_700.0 / 29_710) < 0.0001)
    // A bucket holds durations that differ by a part of 32.
    #expect(row.p50.count < 3000 / 16)
  }

  @Test func everyDurationHasABucketAndLongerOnesALaterOne() {
    var last = -1
    for duration in Int64(0)...5000 {
      let place = PathShares.place(of: duration)
      #expect(place == last || place == last + 1)
      last = place
    }
    #expect(PathShares.place(of: .max) > last)
  }

  @Test func filtersSelectPathsByTheirFirstAction() throws {
    let writer = TraceWriter.simple(events(20))
    let named = try report(writer) { $0.filter.names = [NamePattern("clo*")] }
    #expect(named.actions.map(\.name) == ["closed"])
    #expect(named.isFiltered)
    let prefixed = try report(writer) { $0.filter.prefixes = [NamePattern("app")] }
    #expect(prefixed.actions.map(\.name) == ["searched"])
    let late = try report(writer) { $0.filter.start = .sinceStart(15_000) }
    #expect(late.actions.reduce(0) { $0 + $1.count } < 10)
    #expect(late.slowest.first?.durationNs == 210)
    let processes = try report(writer) { $0.filter.processes = [NamePattern("another")] }
    #expect(processes.actions.isEmpty)
  }

  @Test func theJSONSaysWhatTheReportHas() throws {
    let report = try report(.simple(events(20)))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(report.json().utf8)) as? [String: Any])
    #expect(object["format_version"] as? Int == 1)
    let actions = try #require(object["actions"] as? [[String: Any]])
    #expect(actions.map { $0["name"] as? String } == ["searched", "closed"])
    let slowest = try #require(object["slowest"] as? [[String: Any]])
    let steps = try #require(slowest.first?["steps"] as? [[String: Any]])
    #expect(steps.map { $0["segment"] as? String } == ["reducers", "effects"])
    #expect(steps.map { $0["duration_ns"] as? Int } == [10, 200])
  }

  @Test(arguments: [60, 80, 120, 160])
  func noLineIsWiderThanTheTerminal(width: Int) throws {
    var events = self.events(20)
    let name = String(repeating: "veryLongName.", count: 12)
    events += [
      .actionBegin(90_000, 7_000_000, "app", name), .actionEnd(91_000, 7_000_000, effect: 3),
      .effectBegin(92_000, 7_000_001, "app", name, action: 7_000_000),
      .effectBegin(92_000, 7_000_002, "app", name, action: 7_000_000),
      .effectEnd(95_000, 7_000_001), .effectEnd(99_000, 7_000_002),
    ]
    let text = try report(.simple(events)).text(TextLayout(width: width))
    #expect(text.contains("slack 4.00 µs"))
    for line in text.split(separator: "\n") {
      #expect(line.count <= width, "\(line)")
    }
  }

  @Test func lossesAreSaidAtTheTop() throws {
    let report = try report(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: events(20)),
          TraceWriter.Packet(events: [.foreign(500_000)], discarded: 5),
        ]
      ]))
    #expect(!report.isComplete)
    #expect(report.text().hasPrefix("WARNING: 5 events were lost."))
  }

  @Test func report_copyAndGap_namesThemAtTheTop() throws {
    try withTemporaryDirectory { directory in
      let first = TraceWriter.Packet(events: events(20), sequenceNumber: 0)
      let last = TraceWriter.Packet(events: [.foreign(500_000)], sequenceNumber: 3)
      var trace = TraceWriter(streams: [[first]])
      for name in ["a", "copy"] { try trace.write(to: directory.appendingPathComponent(name)) }
      trace.streams[0] = [last]
      try trace.write(to: directory.appendingPathComponent("b"))
      let report = try CriticalPathReport(directory: directory.path)
      #expect(report.parts.map(\.kind) == [.same, .gap])
      #expect(!report.isComplete)
      #expect(report.remarks.count == 2)
      #expect(report.text().hasPrefix("“a” and “b” have a gap of"))
      #expect(report.text().contains("“copy” is a copy of “a”; each event is counted once."))
    }
  }

  // MARK: - The command

  @Test func theCommandPrintsTheReport() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events(20)).write(to: directory)
      let text = try SignpostExecutable.run("path", directory.path)
      #expect(text.status == 0)
      var textOptions = CriticalPathOptions()
      textOptions.listsChainsOnce = true
      #expect(
        text.output
          == (try CriticalPathReport(directory: directory.path, options: textOptions).text()))
      let json = try SignpostExecutable.run("path", directory.path, "--json", "--limit", "1")
      #expect(json.status == 0)
      var options = CriticalPathOptions()
      options.slowest = 1
      let report = try CriticalPathReport(directory: directory.path, options: options)
      #expect(json.output == (try report.json()) + "\n")
    }
  }

  @Test func theCommandSaysWhatIsWrong() throws {
    try withTemporaryDirectory { directory in
      let none = try SignpostExecutable.run("path", directory.path)
      #expect(none.status == 66)
      let usage = try SignpostExecutable.run("path", directory.path, "--limit", "-1")
      #expect(usage.status == 64)
      try TraceWriter(streams: [
        [
          TraceWriter.Packet(events: events(20)),
          TraceWriter.Packet(events: [.foreign(500_000)], discarded: 5),
        ]
      ]).write(to: directory)
      #expect(try SignpostExecutable.run("path", directory.path).status == 0)
      #expect(try SignpostExecutable.run("path", directory.path, "--fail-on-loss").status == 79)
    }
  }
}
