import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// CPU samples in Perfetto's format, as its engine reads them.
@Suite struct PerfettoSamplesTests {
  private static let events: [WrittenEvent] = [
    .actionBegin(10_000, 1, "outer", "a"), .actionBegin(20_000, 2, "inner", "b", parent: 1),
    .actionEnd(30_000, 2), .actionEnd(40_000, 1),
  ]

  private static let samples = [
    WrittenSample(5_000, ["main", "start"]), WrittenSample(15_000, ["main", "work"]),
    WrittenSample(25_000, ["main", "deep", "work"]),
    WrittenSample(26_000, ["main", "deep", "work"]),
    WrittenSample(35_000, ["main", "k:read"]),
  ]

  /// Each sample with its stack, the outermost frame first.
  private static let stacks = """
    WITH RECURSIVE frames(sample, at, name) AS (
      SELECT p.id, c.id, f.name FROM perf_sample p
      JOIN stack_profile_callsite c ON c.id = p.callsite_id
      JOIN stack_profile_frame f ON f.id = c.frame_id
      UNION ALL
      SELECT s.sample, c.id, f.name || ';' || s.name FROM frames s
      JOIN stack_profile_callsite own ON own.id = s.at
      JOIN stack_profile_callsite c ON c.id = own.parent_id
      JOIN stack_profile_frame f ON f.id = c.frame_id)
    SELECT p.ts, t.tid, r.name, p.cpu_mode,
      (SELECT name FROM frames WHERE sample = p.id ORDER BY length(name) DESC LIMIT 1)
    FROM perf_sample p JOIN thread t USING (utid) LEFT JOIN process r USING (upid) ORDER BY p.ts
    """

  private func query(
    thread: Int = 4242, lost: Int = 0, filter: TraceFilter = TraceFilter(), _ queries: String...
  ) throws -> [[[String]]] {
    var profile = cpuProfile(Self.samples, thread: thread)
    if lost > 0 { profile = profile.replacing("\ne\n", with: "\nl \(lost)\ne\n") }
    return try withProfiledRecording(Self.events, profile) { directory in
      let path = directory + "/trace.pftrace"
      try TraceExport.write(directory, as: .perfetto, to: path, filter: filter)
      let trace = try Data(contentsOf: URL(fileURLWithPath: path))
      return try queries.flatMap { try PerfettoEngine.query(trace, $0) }
    }
  }

  @Test func samplesAreOnTheirThreadAndTheTracesClockBelowTheirActions() throws {
    let answers = try query(
      PerfettoEngine.complaints, Self.stacks,
      "SELECT min(ts) FROM slice WHERE category = 'action'",
      """
      SELECT DISTINCT f.name, m.name FROM stack_profile_frame f
      JOIN stack_profile_mapping m ON m.id = f.mapping ORDER BY f.name
      """)
    #expect(answers[0] == [])
    let begin = try #require(Int64(answers[2][0][0])) - 10_000
    func row(_ time: Int64, _ mode: String, _ stack: String) -> [String] {
      ["\(begin + time)", "4242", "demo", mode, stack]
    }
    #expect(
      answers[1] == [
        row(5_000, "user", "(between);start"), row(15_000, "user", "[outer] a;work"),
        row(25_000, "user", "[outer] a;[inner] b;deep;work"),
        row(26_000, "user", "[outer] a;[inner] b;deep;work"),
        row(35_000, "kernel", "[outer] a;main;k:read"),
      ])
    #expect(
      answers[3] == [
        ["(between)", "/[between]"], ["[inner] b", "/[action]"], ["[outer] a", "/[action]"],
        ["deep", "/demo"], ["k:read", "/[kernel]"], ["main", "/demo"], ["start", "/demo"],
        ["work", "/demo"],
      ])
  }

  @Test func otherThreadsOfTheProcessHaveTheirOwn() throws {
    let answers = try query(
      thread: 4250,
      "SELECT t.tid, r.pid, count(*) FROM perf_sample JOIN thread t USING (utid) "
        + "JOIN process r USING (upid) GROUP BY 1, 2")
    #expect(answers == [[["4250", "4242", "5"]]])
  }

  @Test func aFilterSelectsSamplesByWhatTheyAreIn() throws {
    var filter = TraceFilter()
    filter.names = [NamePattern("b")]
    #expect(try query(filter: filter, "SELECT count(*) FROM perf_sample") == [[["2"]]])
  }

  @Test func lostSamplesAreCountedAsLost() throws {
    let answers = try query(lost: 7, PerfettoEngine.complaints)
    #expect(answers.map { $0.map { $0[1] } } == [["7"]])
  }

  @Test func aProfileThatCannotBeReadIsARemark() throws {
    try withProfiledRecording(Self.events, "nonsense") { directory in
      var remarks: [ExportRemark] = []
      try TraceExport.write(
        directory, as: .perfetto, to: directory + "/trace.pftrace",
        onRemark: { remarks.append($0) })
      #expect(
        remarks == [
          .withoutSamples(
            reason: "\(directory)/cpu-profile cannot be read: it is no CPU profile.")
        ])
    }
  }
}
