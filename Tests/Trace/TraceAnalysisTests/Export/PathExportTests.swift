import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// Critical paths in exports, as Perfetto's engine reads them.
@Suite struct PathExportTests {
  /// Two effects side by side, the second of which sends an action.
  private static let parallel: [WrittenEvent] = [
    .schema(0), .send(0, 1, store: 9), .actionBegin(10, 1, "app", "opened", store: 9),
    .actionEnd(30, 1, effect: 3),
    .effectBegin(40, 11, "app", "opened", action: 1),
    .effectBegin(41, 12, "app", "opened", action: 1),
    .effectEnd(60, 11),
    .send(100, 2, store: 9, cause: 12),
    .actionBegin(105, 2, "app", "loaded", cause: 12, store: 9), .actionEnd(125, 2),
    .effectEnd(130, 12, outputs: 1),
  ]

  private static func slices(_ key: String) -> String {
    """
    SELECT s.category, s.name, s.ts - (SELECT min(ts) FROM slice WHERE category = 'path'), s.dur,
      s.depth, k.name, extract_arg(s.arg_set_id, '\(key).segment'),
      extract_arg(s.arg_set_id, '\(key).slack (ns)')
    FROM slice s LEFT JOIN track k ON k.id = s.track_id
    WHERE s.category IN ('path', 'step', 'beside', 'slack') ORDER BY s.ts, s.depth, s.category
    """
  }

  @Test func aPathIsASliceWithItsStepsAndTheSlackOfEffectsBesideIt() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(.simple(Self.parallel), as: .perfetto, paths: 10),
      PerfettoEngine.complaints, Self.slices("debug"),
      """
      SELECT extract_arg(arg_set_id, 'debug.origin'), extract_arg(arg_set_id, 'debug.reducers (ns)'),
        extract_arg(arg_set_id, 'debug.queue (ns)'), extract_arg(arg_set_id, 'debug.waiting (ns)'),
        extract_arg(arg_set_id, 'debug.effects (ns)'), extract_arg(arg_set_id, 'debug.actions'),
        extract_arg(arg_set_id, 'debug.effects'), extract_arg(arg_set_id, 'debug.lower bound')
      FROM slice WHERE category = 'path'
      """,
      """
      SELECT DISTINCT g.name, p.name FROM slice s JOIN track t ON t.id = s.track_id
      JOIN process_track g ON g.id = t.parent_id JOIN process p USING (upid)
      WHERE s.category = 'path'
      """)
    #expect(answers[0] == [])
    let (none, opened, beside) = (JSONRows.null, "[app] opened", "beside [app] opened")
    #expect(
      answers[1] == [
        ["path", opened, "0", "130", "0", opened, none, none],
        ["step", "queue [app] opened", "0", "10", "1", opened, "queue", none],
        ["step", "reducer [app] opened", "10", "20", "1", opened, "reducers", none],
        ["step", "waiting for effect of [app] opened", "30", "11", "1", opened, "waiting", none],
        ["beside", "effect of [app] opened", "40", "20", "0", beside, none, "70"],
        ["step", "effect of [app] opened", "41", "59", "1", opened, "effects", none],
        ["slack", "slack", "60", "70", "0", beside, none, none],
        ["step", "queue [app] loaded", "100", "5", "1", opened, "queue", none],
        ["step", "reducer [app] loaded", "105", "20", "1", opened, "reducers", none],
        ["step", "effect of [app] opened", "125", "5", "1", opened, "effects", none],
      ])
    #expect(answers[2] == [["outside", "40", "15", "11", "64", "2", "2", none]])
    #expect(answers[3] == [["Critical paths", "demo"]])
  }

  @Test func chromesFormatHasThemToo() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(.simple(Self.parallel), as: .chrome, paths: 10),
      PerfettoEngine.complaints,
      """
      SELECT category, count(*), sum(dur) FROM slice
      WHERE category IN ('path', 'step', 'beside', 'slack') GROUP BY category ORDER BY category
      """)
    #expect(answers[0] == [])
    #expect(
      answers[1] == [
        ["beside", "1", "20"], ["path", "1", "130"], ["slack", "1", "70"], ["step", "7", "130"],
      ])
  }

  @Test func aFilterSelectsPathsByTheirStartAndLeavesThemComplete() throws {
    var filter = TraceFilter()
    filter.names = [NamePattern("opened")]
    let answers = try PerfettoEngine.query(
      try exportedData(.simple(Self.parallel), as: .perfetto, paths: 10, filter: filter),
      PerfettoEngine.complaints,
      "SELECT category, count(*) FROM slice WHERE category IN ('path', 'step') GROUP BY 1 ORDER BY 1",
      "SELECT name FROM slice WHERE category = 'action'")
    #expect(answers == [[], [["path", "1"], ["step", "7"]], [["[app] opened"]]])
    filter.names = [NamePattern("loaded")]
    let others = try PerfettoEngine.query(
      try exportedData(.simple(Self.parallel), as: .perfetto, paths: 10, filter: filter),
      "SELECT count(*) FROM slice WHERE category = 'path'")
    #expect(others == [[["0"]]])
  }

  @Test(arguments: 0..<8)
  func theSlowestOfEachNameAreDrawnAndTheirStepsAddUp(number: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    print("random causes are made with the seed \(seed)")
    var causes = RandomCauses(seed: seed)
    let events = causes.events(400)
    let limit = number % 3 + 1
    var expected: [String: [Int64]] = [:]
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let reader = TraceReader(directory: directory.path)
      let names = reader.names
      let paths = CriticalPaths { path, _ in
        expected[names[path.name].displayed, default: []].append(path.duration)
      }
      try reader.read(into: [paths])
    }
    expected = expected.mapValues { Array($0.sorted(by: >).prefix(limit)) }
    let answers = try PerfettoEngine.query(
      try exportedData(.simple(events), as: .perfetto, paths: limit),
      PerfettoEngine.complaints,
      "SELECT name, dur FROM slice WHERE category = 'path' ORDER BY name, dur DESC",
      """
      SELECT count(*) FROM slice p WHERE p.category = 'path' AND p.dur <>
        (SELECT ifnull(sum(s.dur), 0) FROM slice s WHERE s.parent_id = p.id)
      """,
      """
      SELECT count(*) FROM slice s JOIN slice p ON p.id = s.parent_id
      WHERE s.category = 'step' AND p.category <> 'path'
      """)
    #expect(answers[0] == [], "seed \(seed)")
    var found: [String: [Int64]] = [:]
    for row in answers[1] { found[row[0], default: []].append(Int64(row[1]) ?? -1) }
    #expect(found == expected, "seed \(seed)")
    #expect(answers[2...3] == [[["0"]], [["0"]]], "seed \(seed)")
  }

  @Test func aLargeRecordingHasThemIfAsked() throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(Self.parallel).write(to: directory)
      #expect(
        try SlowestPaths.limit(for: TraceReader(directory: directory.path))
          == SlowestPaths.usualLimit)
      let stream = directory.appendingPathComponent("notes").path
      #expect(FileManager.default.createFile(atPath: stream, contents: nil))
      #expect(truncate(stream, off_t(SlowestPaths.mostBytes)) == 0)
      #expect(try SlowestPaths.limit(for: TraceReader(directory: directory.path)) == 0)
    }
  }
}
