import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// Perfetto's engine reads this format as well, and finds the same in it.
@Suite struct ChromeExportTests {
  @Test func everySpanAndPointIsThere() throws {
    let data = try exportedData(TraceOfEverything.writer, as: .chrome)
    // The whole file is JSON.
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(
      json["otherData"] as? [String: String] == [
        "origin_ns": "\(TraceWriter.origin - 10 * 86_400_000_000_000)"
      ])
    let answers = try PerfettoEngine.query(
      data,
      PerfettoEngine.complaints,
      "SELECT category, count(*) FROM slice GROUP BY category ORDER BY category",
      """
      SELECT s.name, s.dur, p.name FROM slice s JOIN slice p ON s.parent_id = p.id
      WHERE s.category = 'action' ORDER BY s.ts
      """,
      """
      SELECT a.category || ' ' || a.name, b.category || ' ' || b.name FROM flow
      JOIN slice a ON a.id = slice_out JOIN slice b ON b.id = slice_in ORDER BY a.ts, b.ts, b.id
      """,
      """
      SELECT s.name, extract_arg(arg_set_id, 'args.payload'),
        extract_arg(arg_set_id, 'args.state difference'), t.name
      FROM slice s JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid)
      WHERE extract_arg(arg_set_id, 'args.payload') IS NOT NULL
      """,
      "SELECT name, pid FROM process WHERE name IS NOT NULL ORDER BY pid",
      """
      SELECT t.name, max(c.value) FROM counter c JOIN counter_track t ON t.id = c.track_id
      GROUP BY t.name ORDER BY t.name
      """)
    #expect(answers[0] == [])
    var counts: [String: Int] = TraceOfEverything.points
    for (kind, count) in TraceOfEverything.spans { counts["\(kind)"] = count }
    counts["queued"] = 1
    counts["gap"] = 1
    counts["finding"] = 1
    #expect(answers[1] == counts.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
    #expect(
      answers[2] == [
        ["[row] tap", "6000", "[app] tap"], ["[row] deep", "35000", #"[app] a;b, "c"�<d>"#],
        ["[cell] deeper", "10000", "[row] deep"],
      ])
    #expect(
      answers[3] == [
        ["send tap", "action [app] tap"],
        ["action [row] tap", "effect [row] tap"], ["action [row] tap", "effect [row] tap"],
        ["send loaded", "action [app] loaded"], ["send again", "action [app] again"],
      ])
    #expect(answers[4] == [["[app] tap", "tap(3)", "count", "demo"]])
    #expect(answers[5] == [["demo", "4242"], ["worker", "4343"], ["Lost events", "2000000000"]])
    #expect(
      answers[6] == [
        ["Actions per second value", "60"], ["Effects alive value", "3"],
        ["Stores / Counter 1 / Queue depth value", "1"], ["Stores alive value", "2"],
      ])
  }

  @Test func findings_processesOfTwoContainersWithOneID_areAtTheirProcess() throws {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      for (name, duration) in [("fast", 1_000), ("slow", 60_000_000)] as [(String, Int64)] {
        let events = (0..<5).flatMap { index -> [WrittenEvent] in
          let (time, id) = (Int64(index) * 100_000_000, UInt64(index + 1))
          return [
            .actionBegin(time, id, "app", name).in(process: 7, named: name),
            .actionEnd(time + duration, id).in(process: 7, named: name),
          ]
        }
        try TraceWriter.simple(events).write(to: recording.appendingPathComponent(name))
      }
      let report = try Report(directory: recording.path)
      let evidence = report.findings.flatMap(\.evidence)
      #expect(!evidence.isEmpty)
      #expect(evidence.allSatisfy { $0.process.map { report.processes[$0].name } == "slow" })
      let file = directory.appendingPathComponent("export")
      try TraceExport.write(recording.path, as: .chrome, to: file.path)
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      let events = try #require(json?["traceEvents"] as? [[String: Any]])
      let processes = events.filter { $0["name"] as? String == "process_name" }
      let slow = processes.first {
        ($0["args"] as? [String: String])?["name"]?.hasPrefix("slow") == true
      }
      let findings = events.filter { $0["cat"] as? String == "finding" }
      #expect(!findings.isEmpty)
      #expect(findings.allSatisfy { $0["pid"] as? Int == slow?["pid"] as? Int })
    }
  }
}
