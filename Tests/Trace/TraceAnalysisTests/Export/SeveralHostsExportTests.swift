import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// Two machines with processes and actions of the same numbers, in each format. That real
/// recordings are like this is for IntegrationTests/tests_export to say.
@Suite struct SeveralHostsExportTests {
  private func export(
    as format: ExportFormat, filter: TraceFilter = TraceFilter()
  ) throws -> Data {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      for (host, duration) in [("alpha", 10), ("beta", 30)] as [(String, Int64)] {
        var writer = TraceWriter.simple([
          .schema(0), .storeCreated(1, 1), .actionBegin(10, 7, "app", "tap"),
          .actionEnd(10 + duration, 7, effect: 1), .effectBegin(50, 8, "app", "tap", action: 7),
          .effectEnd(60, 8),
        ])
        writer.environment = [("hostname", "\"\(host)\"")]
        try writer.write(to: recording.appendingPathComponent(host))
      }
      let file = directory.appendingPathComponent("export")
      try TraceExport.write(recording.path, as: format, to: file.path, filter: filter)
      return try Data(contentsOf: file)
    }
  }

  @Test func aReportHasRowsForEach() throws {
    try withTemporaryDirectory { directory in
      for (host, actions) in [("alpha", 1), ("beta", 2), ("beta", 3)] as [(String, UInt64)] {
        var writer = TraceWriter.simple(
          [.schema(0)]
            + (0..<actions).flatMap { id in
              [.actionBegin(10, 7 + id, "app", "tap"), .actionEnd(12, 7 + id)]
            })
        writer.environment = [("hostname", "\"\(host)\"")]
        try writer.write(to: directory.appendingPathComponent("\(host)-\(actions)"))
      }
      var options = ReportOptions()
      options.grouping = .host
      let report = try Report(directory: directory.path, options: options)
      #expect(report.actions.map(\.group) == ["beta", "alpha"])
      #expect(report.actions.map(\.count) == [5, 1])
    }
  }

  private func text(_ format: ExportFormat) throws -> String {
    String(decoding: try export(as: format), as: UTF8.self)
  }

  @Test(arguments: [ExportFormat.perfetto, .chrome])
  func timelinesHaveAProcessForEach(format: ExportFormat) throws {
    let answers = try PerfettoEngine.query(
      try export(as: format), PerfettoEngine.complaints,
      """
      SELECT p.name, s.dur FROM slice s JOIN thread_track k ON k.id = s.track_id
      JOIN thread t USING (utid) JOIN process p USING (upid)
      WHERE s.category = 'action' ORDER BY s.dur
      """,
      """
      SELECT b.dur, a.dur FROM flow JOIN slice a ON a.id = slice_out JOIN slice b ON b.id = slice_in
      ORDER BY a.dur
      """)
    #expect(answers[0] == [])
    #expect(answers[1].map { $0[0].hasPrefix("demo") } == [true, true])
    #expect(answers[1].map { $0[0].split(separator: " ").last } == ["alpha", "beta"])
    #expect(answers[1].map { $0[1] } == ["10", "30"])
    #expect(answers[2] == [["10", "10"], ["10", "30"]])
  }

  @Test func stacksHaveARootForEach() throws {
    let stacks = try text(.folded).split(separator: "\n").sorted()
    #expect(
      stacks == [
        "demo (4242) on alpha, thread 4242;[app] tap 10",
        "demo (4242) on beta, thread 4242;[app] tap 30",
      ])
    #expect(try text(.speedscope).contains("\"name\":\"demo (4242) on beta, thread 4242\""))
  }

  @Test func rowsNameTheHost() throws {
    let rows = try text(.csv).split(separator: "\r\n").filter { $0.hasPrefix("action,") }
    #expect(rows.map { $0.split(separator: ",").last } == ["alpha", "beta"])
  }

  @Test(arguments: [true, false])
  func aFilterNamesTheHost(isOfProcess: Bool) throws {
    var filter = TraceFilter()
    if isOfProcess {
      filter.processes = [NamePattern("* on beta")]
    } else {
      filter.hosts = [NamePattern("gamma"), NamePattern("b*")]
    }
    let rows = String(decoding: try export(as: .csv, filter: filter), as: UTF8.self)
      .split(separator: "\r\n").filter { $0.hasPrefix("action,") }
    #expect(rows.map { $0.split(separator: ",").last } == ["beta"])
  }
}
