import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// Perfetto's engine reads the contents of an export.
@Suite struct PerfettoExportTests {
  @Test func everySpanAndPointIsThere() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(TraceOfEverything.writer, as: .perfetto),
      PerfettoEngine.complaints,
      "SELECT category, count(*) FROM slice GROUP BY category ORDER BY category",
      // Nested actions, the outer first.
      """
      SELECT s.name, p.name FROM slice s LEFT JOIN slice p ON s.parent_id = p.id
      WHERE s.category = 'action' ORDER BY s.ts
      """,
      """
      SELECT a.category || ' ' || a.name, b.category || ' ' || b.name FROM flow
      JOIN slice a ON a.id = slice_out JOIN slice b ON b.id = slice_in ORDER BY a.ts, b.ts, b.id
      """,
      // Spans without an end have a duration of -1.
      """
      SELECT category, name, dur, extract_arg(arg_set_id, 'debug.completeness') FROM slice
      WHERE dur < 0 OR extract_arg(arg_set_id, 'debug.completeness') IS NOT NULL ORDER BY ts
      """,
      """
      SELECT name, dur, extract_arg(arg_set_id, 'debug.payload'),
        extract_arg(arg_set_id, 'debug.state difference'),
        extract_arg(arg_set_id, 'debug.state changed') FROM slice
      WHERE category = 'action' AND extract_arg(arg_set_id, 'debug.action') IN (7, 9) ORDER BY ts
      """,
      "SELECT name, pid FROM process WHERE name IS NOT NULL ORDER BY pid",
      """
      SELECT t.name, max(c.value) FROM counter c JOIN counter_track t ON t.id = c.track_id
      GROUP BY t.name ORDER BY t.name
      """,
      """
      SELECT name, dur, extract_arg(arg_set_id, 'debug.queued behind') FROM slice
      WHERE category = 'queued'
      """,
      """
      SELECT name, extract_arg(arg_set_id, 'debug.level'),
        extract_arg(arg_set_id, 'debug.metadata') FROM slice WHERE category = 'log'
      """,
      "SELECT name, dur, extract_arg(arg_set_id, 'debug.lost') FROM slice WHERE category = 'gap'")
    #expect(answers[0] == [])
    var counts: [String: Int] = TraceOfEverything.points
    for (kind, count) in TraceOfEverything.spans { counts["\(kind)"] = count }
    counts["queued"] = 1
    counts["gap"] = 1
    counts["finding"] = 1
    #expect(answers[1] == counts.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
    let nothing = JSONRows.null
    #expect(
      answers[2] == [
        ["[app] tap", nothing], ["[row] tap", "[app] tap"], ["[app] loaded", nothing],
        ["[app] again", nothing], ["[app] lost", nothing], ["[app] after", nothing],
        ["[app] tap", nothing], [#"[app] a;b, "c"�<d>"#, nothing],
        ["[row] deep", #"[app] a;b, "c"�<d>"#], ["[cell] deeper", "[row] deep"],
        ["[app] open", nothing],
      ])
    #expect(
      answers[3] == [
        ["send tap", "action [app] tap"],
        ["action [row] tap", "effect [row] tap"], ["action [row] tap", "effect [row] tap"],
        ["send loaded", "action [app] loaded"], ["send again", "action [app] again"],
      ])
    #expect(
      answers[4] == [
        ["effect", "[app] poll", "87000", "announced"], ["store", "Counter", "409000", "endLost"],
        ["effect", "[row] tap", "374000", "endLost"], ["interval", "fetch", "349000", "endLost"],
        ["action", "[app] lost", "5000", "endLost"], ["interval", "early", "0", "beginLost"],
        ["store", "Counter", "0", "beginLost"], ["store", "Counter", "309000", "endLost"],
        ["interval", "open", "-1", nothing], ["action", "[app] open", "-1", nothing],
      ])
    #expect(
      answers[5] == [
        ["[app] tap", "18000", "tap(3)", "count", "yes"],
        ["[app] loaded", "8000", nothing, nothing, "no"],
        ["[app] tap", "8000", nothing, nothing, "yes"],
      ])
    #expect(answers[6] == [["demo", "4242"], ["worker", "4343"]])
    #expect(
      answers[7] == [
        ["Actions per second", "60"], ["Effects alive", "3"], ["Queue depth", "1"],
        ["Stores alive", "2"],
      ])
    #expect(answers[8] == [["[app] again", "9000", "1"]])
    #expect(answers[9] == [["slow \"host\"", "warning", "attempt=2"]])
    #expect(answers[10] == [["lost events", "255000", "2"]])
  }

  @Test func finding_ofTheReport_isASliceWithItsTexts() throws {
    let findings = try ExportedPage(TraceOfEverything.writer).report.findings
    let answers = try PerfettoEngine.query(
      try exportedData(TraceOfEverything.writer, as: .perfetto), PerfettoEngine.complaints,
      """
      SELECT s.name, extract_arg(s.arg_set_id, 'debug.rule'),
        extract_arg(s.arg_set_id, 'debug.do'), t.name
      FROM slice s JOIN track t ON t.id = s.track_id WHERE s.category = 'finding' ORDER BY s.ts
      """)
    #expect(!findings.isEmpty)
    #expect(answers == [[], findings.map { [$0.summary, $0.rule, $0.advice, "Findings"] }])
  }

  @Test func threadsAreTracks() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(
        .simple([
          .schema(0), .storeCreated(1, 1), .storeCreated(2, 2),
          .actionBegin(10, 5, "app", "first"),
          .actionBegin(20, 6, "other", "second", store: 2).in(
            process: 4242, thread: 4250, named: "pool"),
          .actionEnd(30, 5),
          .actionEnd(40, 6).in(process: 4242, thread: 4250, named: "pool"),
        ]), as: .perfetto),
      PerfettoEngine.complaints,
      """
      SELECT s.name, s.dur, t.tid, t.is_main_thread FROM slice s
      JOIN thread_track k ON k.id = s.track_id JOIN thread t USING (utid)
      WHERE s.category = 'action' ORDER BY s.ts
      """)
    #expect(answers[0] == [])
    #expect(
      answers[1] == [["[app] first", "20", "4242", "1"], ["[other] second", "20", "4250", "0"]])
  }

  @Test func withoutThreadsStoresAreTracks() throws {
    var writer = TraceWriter.simple([
      .schema(0), .storeCreated(1, 1), .storeCreated(2, 2),
      .actionBegin(10, 5, "app", "first"),
      .actionBegin(15, 7, "row", "first", parent: 5),
      .actionBegin(20, 6, "other", "second", store: 2),
      .actionEnd(25, 7),
      .actionEnd(30, 5),
      .stateDiff(31, 5, "count"),
      .actionEnd(40, 6),
    ])
    writer.hasContexts = false
    let answers = try PerfettoEngine.query(
      try exportedData(writer, as: .perfetto),
      PerfettoEngine.complaints,
      """
      SELECT s.name, s.dur, s.depth, k.name, p.name,
        extract_arg(s.arg_set_id, 'debug.state difference') FROM slice s
      JOIN track k ON k.id = s.track_id JOIN track p ON p.id = k.parent_id
      WHERE s.category = 'action' ORDER BY s.ts
      """)
    #expect(answers[0] == [])
    #expect(
      answers[1] == [
        ["[app] first", "20", "0", "Actions", "Counter 1", "count"],
        ["[row] first", "10", "1", "Actions", "Counter 1", JSONRows.null],
        ["[other] second", "20", "0", "Actions", "Counter 2", JSONRows.null],
      ])
  }

  @Test func overlappingEffectsOfOneNameAreDrawnTogether() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(
        .simple([
          .schema(0), .storeCreated(1, 1),
          .effectBegin(10, 1, "app", "load", action: 7),
          .effectBegin(20, 2, "app", "load", action: 7),
          .effectEnd(30, 1),
          .effectEnd(40, 2),
          .effectBegin(50, 3, "app", "load", action: 7),
          .effectBegin(60, 4, "app", "save", action: 7),
          .effectEnd(70, 3),
          .effectEnd(80, 4),
        ]), as: .perfetto),
      PerfettoEngine.complaints,
      "SELECT name, ts - (SELECT min(ts) FROM slice), dur FROM slice WHERE category = 'effect'",
      "SELECT name, count(*) FROM track WHERE name LIKE '[app]%' GROUP BY name ORDER BY name",
      "SELECT DISTINCT p.name FROM track t JOIN track p ON t.parent_id = p.id WHERE t.name LIKE '[%'"
    )
    #expect(answers[0] == [])
    #expect(
      answers[1] == [
        ["[app] load", "10", "20"], ["[app] load", "20", "20"], ["[app] load", "50", "20"],
        ["[app] save", "60", "20"],
      ])
    #expect(answers[2] == [["[app] load", "2"], ["[app] save", "1"]])
    #expect(answers[3] == [["Effects"]])
  }

  @Test func outputsLeadToActionsWhereTheTraceHasNoSends() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(
        .simple([
          .schema(0), .storeCreated(1, 1),
          .effectBegin(10, 1, "app", "load", action: 7),
          .effectOutput(20, 1, "first"), .actionBegin(21, 8, "app", "first", cause: 1),
          .actionEnd(22, 8),
          .effectOutput(30, 1, "second"), .actionBegin(31, 9, "app", "second", cause: 1),
          .actionEnd(32, 9),
          .effectEnd(40, 1, outputs: 2),
        ]), as: .perfetto),
      PerfettoEngine.complaints,
      """
      SELECT a.name, b.name FROM flow JOIN slice a ON a.id = slice_out JOIN slice b ON b.id = slice_in
      ORDER BY a.ts
      """)
    #expect(answers[0] == [])
    #expect(answers[1] == [["first", "[app] first"], ["second", "[app] second"]])
  }
}
