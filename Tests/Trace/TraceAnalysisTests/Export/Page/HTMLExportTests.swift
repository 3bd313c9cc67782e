import Foundation
import TestSupport
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// A page has all of a trace, and can be read independently of its writer.
@Suite struct HTMLExportTests {
  private func expectEverything(_ exported: ExportedPage, isInOrder: Bool = true) throws {
    try exported.expectSpans()
    exported.expectPoints()
    exported.expectChunks()
    exported.expectLevels(isInOrder: isInOrder)
    try expectReport(exported)
  }

  /// The report in a page is the one that is printed, but for where the recording is on this
  /// machine.
  private func expectReport(_ exported: ExportedPage) throws {
    let head = try #require(
      try JSONSerialization.jsonObject(with: exported.page.json) as? [String: Any])
    let report = try JSONSerialization.data(withJSONObject: try #require(head["report"]))
    let places = RecordingPlaces([exported.place], title: exported.page.head.title)
    let expected = places.replaced(in: exported.report)
    #expect(expected.directory == places.title)
    #expect(try Report(json: String(decoding: report, as: UTF8.self)) == expected)
    let text = String(decoding: exported.page.json, as: UTF8.self)
      .replacingOccurrences(of: "\\/", with: "/")
    #expect(!text.contains(exported.place))
    let actions = exported.page.head.overview.actions.reduce(0, +)
    #expect(actions == exported.report.processes.map { Int($0.actions) }.reduce(0, +))
  }

  @Test func everySpanAndPointIsThere() throws {
    let exported = try ExportedPage(TraceOfEverything.writer)
    try expectEverything(exported, isInOrder: false)
    #expect(exported.model.spans.count == TraceOfEverything.spans.values.reduce(0, +))
    let head = exported.page.head
    #expect(head.version == 1)
    #expect(head.title == "recording")
    #expect(
      head.processes == [
        .init(pid: 4242, name: "demo", host: ""), .init(pid: 4343, name: "worker", host: ""),
      ])
    #expect(head.threads.map(\.tid) == [4242, 4344])
    // An effect was announced that had begun 15 µs before the first event.
    #expect(exported.start == TraceWriter.origin - 15_000)
    #expect(head.origin == 15_000)
    #expect(head.filter == nil)
    #expect(head.gaps.map(\.count) == [2])
    #expect(head.gaps.map(\.end) == [15_000 + 365_000])
  }

  @Test func rowsAreDepthsAndFreePlaces() throws {
    let exported = try ExportedPage(TraceOfEverything.writer)
    let rows = exported.page.contents.map { record in
      "\(record.kind) \(exported.name(record.name)[1]) \(record.row)"
    }
    for row in [
      "action tap 0", "action tap 1", "action a;b, \"c\"\n<d> 0", "action deep 1",
      "action deeper 2",
      // The end of the other is lost, and it has begun after that.
      "action lost 0", "action after 0",
      "effect tap 0", "effect tap 1", "interval fetch 1", "interval fetch 2", "event hit 0",
      "budget tap 1",
    ] {
      #expect(rows.contains(row), "\(row)")
    }
    let lost = try #require(exported.page.contents.first { exported.name($0.name)[1] == "lost" })
    let after = exported.page.contents.first { exported.name($0.name)[1] == "after" }
    #expect(lost.end == after?.start)
  }

  @Test func intervalsAndValuesHaveTheirTexts() throws {
    let exported = try ExportedPage(TraceOfEverything.writer)
    let texts = exported.page.contents.filter { $0.text != nil }
      .map { "\($0.kind) \($0.text ?? "")" }.sorted()
    #expect(
      texts == [
        "difference count", "event from memory", "interval GET /a\n404",
        "log slow \"host\"\nattempt=2", "payload tap(3)",
      ])
    let payload = try #require(exported.page.contents.first { $0.kind == .payload })
    #expect(exported.lane(payload).kind == "calls")
    #expect(exported.name(payload.name) == ["app", "tap"])
  }

  @Test(arguments: [UInt64.random(in: 0...999_999)])
  func randomTracesAreCompleteAtEachLevel(seed: UInt64) throws {
    print("a random trace is made with the seed \(seed)")
    var trace = RandomTrace(seed: seed)
    try expectEverything(try ExportedPage(.simple(trace.events(4000))))
  }

  @Test(arguments: [UInt64.random(in: 0...999_999)])
  func randomTracesWithLossesAreCompleteAtEachLevel(seed: UInt64) throws {
    print("a random trace with losses is made with the seed \(seed)")
    var trace = RandomTrace(seed: seed)
    trace.hasLostEnds = true
    try expectEverything(try ExportedPage(.simple(trace.events(4000))), isInOrder: false)
  }

  @Test func whatDoesNotFitSharesTheLastRow() throws {
    var trace = RandomTrace(seed: 7)
    trace.effectLimit = 300
    var events = trace.events(6000)
    let last = events.last?.time ?? 0
    // More of them, begun one after the other and ended in an order of their own.
    for id in 0..<200 as Range<UInt64> {
      events.append(
        .effectBegin(last + Int64(id) * 700, 900_000 + id, "app", "many", action: 0))
    }
    for id in 0..<150 {
      let effect = 900_000 + UInt64(id * 7 % 200)
      events.append(.effectEnd(last + 200_000 + Int64(id) * 5000, effect))
    }
    let exported = try ExportedPage(.simple(events))
    try expectEverything(exported)
    #expect(exported.page.head.lanes.contains { $0.kind == "effects" && $0.rows == 64 })
  }

  @Test func aTraceWithoutThreadsHasALaneForEachStore() throws {
    var writer = TraceWriter.simple([
      .storeCreated(1, 1), .storeCreated(2, 2), .actionBegin(10, 7, "app", "tap", store: 1),
      .actionBegin(11, 8, "app", "inner", parent: 7, store: 1),
      .actionBegin(12, 9, "app", "other", store: 2), .actionEnd(13, 9), .actionEnd(14, 8),
      .actionEnd(15, 7),
    ])
    writer.hasContexts = false
    let exported = try ExportedPage(writer)
    try expectEverything(exported)
    let calls = exported.page.head.lanes.filter { $0.kind == "calls" }
    #expect(calls.map(\.store) == ["1", "2"])
    #expect(calls.map(\.rows) == [2, 1])
    #expect(calls.allSatisfy { $0.thread == nil })
  }

  @Test func scopedStoresAreInTheLaneOfTheirRoot() throws {
    let exported = try ExportedPage(
      .simple([
        .storeCreated(1, 1), .storeCreated(2, 2, parent: 1), .storeCreated(3, 3, parent: 2),
        .storeReleased(4, 3, parent: 2), .storeCreated(5, 4, parent: 2), .storeReleased(6, 1),
      ]))
    try expectEverything(exported)
    let stores = exported.page.contents.sorted { $0.id < $1.id }
    #expect(stores.map { exported.lane($0).store } == ["1", "1", "1", "1"])
    // The third has left its row to the fourth.
    #expect(stores.map(\.row) == [0, 1, 2, 2])
    let lane = try #require(exported.page.head.lanes.first)
    #expect(exported.name(lane.feature ?? 0) == ["", "Counter"])
  }

  @Test func anEmptyTraceIsAPage() throws {
    let exported = try ExportedPage(.simple([]))
    #expect(exported.page.head.spans == 0)
    #expect(exported.page.head.chunks.isEmpty)
    #expect(exported.page.head.lanes.isEmpty)
    #expect(exported.page.head.duration == 0)
    #expect(exported.page.head.start == "0")
    #expect(exported.page.head.origin == 0)
    try expectReport(exported)
  }

  @Test func damageIsInTheReport() throws {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try TraceOfEverything.writer.write(to: recording)
      let stream = recording.appendingPathComponent("ch_1")
      let data = try Data(contentsOf: stream)
      try data.prefix(data.count - 4000).write(to: stream)
      let exported = try ExportedPage(recording: recording)
      try expectEverything(exported, isInOrder: false)
      #expect(!exported.report.damage.isEmpty)
    }
  }

  @Test func aFilterLeavesOutTheRest() throws {
    var filter = TraceFilter()
    filter.names = [NamePattern("tap")]
    filter.processes = [NamePattern("demo")]
    let exported = try ExportedPage(TraceOfEverything.writer, filter: filter)
    try expectEverything(exported, isInOrder: false)
    #expect(exported.page.contents.allSatisfy { exported.name($0.name)[1] == "tap" })
    #expect(exported.page.head.names.flatMap { $0 }.allSatisfy { !$0.contains("loaded") })
    // Events outside of its subject take no part in its time.
    #expect(exported.page.records.map(\.start).min() == 0)
  }

  @Test func whatBeganBeforeTheFilterHasNoTextOfAnother() throws {
    var filter = TraceFilter()
    filter.start = .sinceStart(50)
    let exported = try ExportedPage(
      .simple([
        .intervalBegin(1, 1, "fetch", message: "first"), .log(60, 2, "app.net", "other"),
        .intervalEnd(70, 1, "fetch", message: "last"),
      ]), filter: filter)
    let interval = try #require(exported.page.contents.first { $0.kind == .interval })
    #expect(interval.text == "last")
    #expect(exported.start == TraceWriter.origin + 1)
  }

  @Test func head_filter_hasItsConditionsAndTheFirstEvent() throws {
    var filter = TraceFilter()
    filter.names = [NamePattern("tap"), NamePattern("load*")]
    filter.start = .sinceStart(50)
    filter.end = .absolute(TraceWriter.origin + 70)
    let exported = try ExportedPage(
      .simple([.actionBegin(0, 1, "", "other"), .actionBegin(60, 2, "", "tap")]), filter: filter)
    let head = exported.page.head
    #expect(head.filter == .init(names: ["tap", "load*"], from: 50, to: 70))
    #expect(exported.start + head.origin == TraceWriter.origin)
    filter.names = [NamePattern("absent")]
    let empty = try ExportedPage(.simple([.actionBegin(0, 1, "", "other")]), filter: filter)
    #expect(empty.page.head.spans + empty.page.head.points == 0)
    #expect(empty.page.head.filter?.names == ["absent"])
  }

  @Test func textsOfATraceAreNeverMarkup() throws {
    let hostile = "</script><script>alert(1)</script><!--\u{202e}\u{7}\u{1b}[31m]]>"
    let exported = try ExportedPage(
      .simple([
        .actionBegin(1, 1, hostile, hostile), .actionPayload(2, 1, hostile), .actionEnd(3, 1),
        .log(4, 5, hostile, hostile, metadata: hostile),
      ]))
    try expectEverything(exported)
    #expect(!exported.html.contains("alert(1)"))
    #expect(exported.name(exported.page.contents[0].name) == [hostile, hostile])
    #expect(exported.page.contents.contains { $0.text == hostile })
  }

  @Test func aLargeTraceHasManyChunks() throws {
    var events: [WrittenEvent] = []
    for id in 1...40_000 as ClosedRange<UInt64> {
      events.append(.actionBegin(Int64(id) * 1000, id, "app", "tick"))
      events.append(.actionEnd(Int64(id) * 1000 + 300, id))
    }
    let exported = try ExportedPage(.simple(events))
    try expectEverything(exported)
    #expect(exported.page.head.chunks.count(where: { $0.level == 0 }) == 0)
    // Each microsecond has one, so that all are alone as long as a bucket is that wide.
    let level = exported.page.head.levels.lastIndex { $0 <= 1000 } ?? 0
    #expect(exported.page.head.chunks.count(where: { $0.level == level }) == 3)
  }
}
