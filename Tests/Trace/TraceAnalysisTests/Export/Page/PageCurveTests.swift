import Testing

@testable import TraceAnalysis
@testable import TraceExport

@Suite struct PageCurveTests {
  @Test func set_fewCounts_keepsEach() {
    var curve = PageCurve()
    for (time, count) in [(5, 1), (9, 2), (9, 1), (40, 0)] as [(Int64, Int64)] {
      curve.set(count, at: time)
    }
    #expect(curve.steps.map(\.start) == [5, 9, 40])
    // Two counts at one time are one step.
    #expect(curve.steps.map(\.least) == [1, 1, 0])
    #expect(curve.steps.map(\.most) == [1, 2, 0])
    #expect(curve.steps.map(\.last) == [1, 1, 0])
  }

  @Test func set_manyCounts_mergesThemWithTheirExtremes() {
    var curve = PageCurve()
    var all: [(time: Int64, count: Int64)] = []
    var count: Int64 = 0
    for number in 1...50_000 as ClosedRange<Int64> {
      // Rises over the whole, with a saw of two in between.
      count = number / 500 + (number.isMultiple(of: 2) ? 2 : 0)
      let time = number * 3_000 + (number % 7) * 100
      all.append((time, count))
      curve.set(count, at: time)
      #expect(curve.steps.count <= PageCurve.limit)
    }
    #expect(curve.steps.count > PageCurve.limit / 4)
    #expect(curve.steps.last?.last == count)
    #expect(curve.most == 102)
    // Each step has the extremes of its changes.
    let ends = curve.steps.dropFirst().map(\.start) + [.max]
    var rest = all[...]
    for (step, end) in zip(curve.steps, ends) {
      let within = rest.prefix { $0.time < end }
      #expect(step.start == within.first?.time)
      #expect(step.least == within.map(\.count).min())
      #expect(step.most == within.map(\.count).max())
      #expect(step.last == within.last?.count)
      rest = rest.dropFirst(within.count)
    }
    #expect(rest.isEmpty)
  }

  /// Two stores with a queue, effects and a child store that overlap, one effect without an end.
  private static let counted = TraceWriter.simple([
    .schema(0), .storeCreated(1, 1), .storeCreated(2, 2), .storeCreated(3, 3, parent: 1),
    .send(10, 5, store: 3, depth: 0), .actionBegin(10, 5, "app", "first"),
    .send(11, 6, store: 1, depth: 1), .send(12, 7, store: 1, depth: 2),
    .send(13, 9, store: 2, depth: 1),
    .actionEnd(20, 5), .actionBegin(21, 6, "app", "second"), .actionEnd(22, 6),
    .actionBegin(23, 7, "app", "third"), .actionEnd(24, 7),
    .actionBegin(25, 9, "app", "fourth", store: 2), .actionEnd(26, 9),
    .effectBegin(30, 100, "app", "first", action: 5),
    .effectBegin(31, 101, "app", "second", action: 6),
    .effectEnd(32, 100), .effectBegin(33, 102, "app", "third", action: 7), .effectEnd(34, 101),
    .storeReleased(40, 3, parent: 1),
  ])

  @Test func page_countsOfAProcess_areItsCurves() throws {
    let head = try ExportedPage(Self.counted).page.head
    #expect(
      head.curves.map { "\($0.kind) \($0.store ?? "-") \($0.times) \($0.most)" } == [
        "effects - [30, 31, 32, 33, 34] [1, 2, 1, 2, 1]",
        "stores - [1, 2, 3, 40] [1, 2, 3, 2]",
        "queue 1 [11, 12, 21, 23] [1, 2, 1, 0]",
        "queue 2 [13, 25] [1, 0]",
      ])
    #expect(head.curves.allSatisfy { $0.least == $0.most && $0.last == $0.most })
  }

  @Test func perfetto_countsOfAProcess_areThoseOfThePage() throws {
    let answers = try PerfettoEngine.query(
      try exportedData(Self.counted, as: .perfetto), PerfettoEngine.complaints,
      """
      SELECT t.name, group_concat(cast(c.value AS INT)) FROM
      (SELECT * FROM counter ORDER BY ts) c JOIN counter_track t ON t.id = c.track_id
      WHERE t.name != 'Actions per second' GROUP BY t.id ORDER BY t.name, 2
      """)
    #expect(
      answers == [
        [],
        [
          ["Effects alive", "1,2,1,2,1"], ["Queue depth", "1,0"], ["Queue depth", "1,2,1,0"],
          ["Stores alive", "1,2,3,2"],
        ],
      ])
  }

  @Test func page_oneEffectAtATime_hasNoCurve() throws {
    let head = try ExportedPage(
      .simple([
        .schema(0), .storeCreated(1, 1), .actionBegin(5, 5, "app", "first"), .actionEnd(6, 5),
        .effectBegin(10, 100, "app", "first", action: 5), .effectEnd(11, 100),
        .effectBegin(12, 101, "app", "first", action: 5), .effectEnd(13, 101),
      ])
    ).page.head
    #expect(head.curves.isEmpty)
  }

  @Test func page_manyStoresWithAQueue_hasOneCurveOfAll() throws {
    var events: [WrittenEvent] = [.schema(0)]
    let stores = 1...UInt64(PageCurves.storeLimit + 1)
    for store in stores { events.append(.storeCreated(Int64(store), store)) }
    for store in stores {
      events.append(.send(100 + Int64(store), 1000 + store, store: store, depth: 1))
    }
    let curves = try ExportedPage(.simple(events)).page.head.curves.filter { $0.kind == "queue" }
    #expect(curves.map(\.stores) == [PageCurves.storeLimit + 1])
    #expect(curves.map(\.store) == [nil])
    #expect(curves.first?.most == Array(1...PageCurves.storeLimit + 1))
  }
}
