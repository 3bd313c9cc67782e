import Foundation
import Testing

@testable import Durations
@testable import TraceAnalysis

@Suite struct SignposterFiguresTests {
  @Test func intervalsAreMeasuredAndTheirEndsTold() throws {
    let report = try report(
      .simple([
        .intervalBegin(0, 1, "fetch"),
        // Overlaps the first, under the same name.
        .intervalBegin(10, 2, "fetch"),
        .intervalBegin(20, 3, "fetch", category: "other"),
        .intervalEnd(30, 3, "fetch", category: "other", outcome: 1),
        .intervalEnd(100, 1, "fetch"),
        .intervalEnd(310, 2, "fetch", outcome: 2),
        .intervalBegin(320, 4, "fetch"),
        .intervalEnd(520, 4, "fetch", outcome: 3),
        .intervalBegin(530, 5, "fetch"),
        .intervalBegin(540, 6, "fetch"),
        .intervalEnd(541, 6, "fetch", outcome: 42),
      ]))
    #expect(
      report.intervals == [
        Report.Interval(
          subsystem: "app", category: "network", name: "fetch", count: 5, finished: 1,
          cancelled: 0, failed: 1, abandoned: 1, endedOtherwise: 1, open: 1,
          exclusiveNs: 581, share: 581 / 541,
          duration: DurationStatistics(
            count: 4, totalNs: 601, minNs: 1, meanNs: 150, standardDeviationNs: 111, p50Ns: 100,
            p90Ns: 300, p99Ns: 300, maxNs: 300)),
        Report.Interval(
          subsystem: "app", category: "other", name: "fetch", count: 1, finished: 0, cancelled: 1,
          failed: 0, abandoned: 0, endedOtherwise: 0, open: 0,
          exclusiveNs: 10, share: 10 / 541,
          duration: DurationStatistics(
            count: 1, totalNs: 10, minNs: 10, meanNs: 10, standardDeviationNs: 0, p50Ns: 10,
            p90Ns: 10, p99Ns: 10, maxNs: 10)),
      ])
    #expect(report.unmatched == UnmatchedEvents())
  }

  @Test func halvesOfIntervalsAreTold() throws {
    let report = try report(
      .simple([
        .intervalEnd(0, 1, "fetch"),
        .intervalBegin(10, 2, "fetch"),
        .intervalBegin(20, 2, "fetch"),
        .intervalEnd(30, 2, "fetch"),
        .intervalBegin(40, 2, "fetch").in(process: 7, named: "other"),
      ]))
    #expect(report.intervals.map(\.count) == [2])
    #expect(report.intervals.map(\.open) == [1])
    #expect(report.intervals.map(\.duration) == [nil])
    #expect(report.unmatched.intervalEnds == 1)
    #expect(report.unmatched.repeatedBegins == 1)
    #expect(report.text().contains("1 interval ended whose begin is not in the trace"))
  }

  @Test func eventsAreCountedByName() throws {
    let report = try report(
      .simple([
        .event(0, "retry"), .event(1, "response"), .event(2, "response"),
        .event(3, "response", subsystem: "another"),
      ]))
    #expect(
      report.signpostEvents == [
        Report.SignpostEvent(subsystem: "app", category: "network", name: "response", count: 2),
        Report.SignpostEvent(subsystem: "another", category: "network", name: "response", count: 1),
        Report.SignpostEvent(subsystem: "app", category: "network", name: "retry", count: 1),
      ])
  }

  @Test func logRecordsAreCountedByLabelAndLevelTheWorstFirst() throws {
    let report = try report(
      .simple(
        [.log(0, 2, "quiet"), .log(1, 0, "quiet"), .log(2, 1, "quiet"), .log(3, 3, "quiet")]
          + [.log(4, 4, "worried"), .log(5, 42, "worried")]
          + [.log(6, 5, "failing"), .log(7, 6, "dying")]))
    #expect(
      report.logs == [
        Report.Log(label: "dying", count: 1, levels: Report.LogLevels(critical: 1)),
        Report.Log(label: "failing", count: 1, levels: Report.LogLevels(error: 1)),
        Report.Log(label: "worried", count: 2, levels: Report.LogLevels(warning: 1, unknown: 1)),
        Report.Log(
          label: "quiet", count: 4, levels: Report.LogLevels(trace: 1, debug: 1, info: 1, notice: 1)
        ),
      ])
  }

  // Messages may all differ: they take no memory, and no names from others.
  @Test func messagesTakeNoNames() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(
        (0..<1000).map { .log(Int64($0), 2, "app", "message \($0)", metadata: "number=\($0)") }
      ).write(to: directory)
      let reader = TraceReader(directory: directory.path)
      _ = try reader.forEachEvent { _ in }
      // The empty one, the one for too many, the label, and the file.
      #expect(reader.names.count == 4)
    }
  }
}
