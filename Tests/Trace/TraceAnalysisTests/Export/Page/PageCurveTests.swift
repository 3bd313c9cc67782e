import TestSupport
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
    // The last of two counts at one time replaces the first.
    for counts in [\PageCurve.Step.least, \.most, \.last] {
      #expect(curve.steps.map { $0[keyPath: counts] } == [1, 1, 0])
    }
  }

  @Test func set_countsAtOneTime_leavesOnlyTheLastInAnyStep() {
    var (once, twice) = (PageCurve(), PageCurve())
    for number in 1...20_000 as ClosedRange<Int64> {
      let (time, count) = (number * number, number % 13)
      once.set(count, at: time)
      twice.set(1000, at: time)
      twice.set(-1000, at: time)
      twice.set(count, at: time)
    }
    #expect(once.steps.contains { $0.least != $0.most })
    #expect(once.steps.elementsEqual(twice.steps) { "\($0)" == "\($1)" })
  }

  @Test func clipped_period_keepsTheCountAtItsStart() {
    var curve = PageCurve()
    for (time, count) in [(5, 1), (9, 2), (20, 3), (40, 0)] as [(Int64, Int64)] {
      curve.set(count, at: time)
    }
    let part = curve.clipped(to: 12...39)
    #expect(part.steps.map(\.start) == [12, 20])
    #expect(part.steps.map(\.last) == [2, 3])
    #expect(curve.clipped(to: 0...4).steps.isEmpty)
    #expect(curve.clipped(to: 5...40).steps.map(\.start) == [5, 9, 20, 40])
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

  @Test func page_stateDifferences_haveCurvesOfProperties() throws {
    func difference(_ time: Int64, _ id: UInt64, _ text: String) -> [WrittenEvent] {
      [
        .actionBegin(time, id, "app", "x"), .actionEnd(time + 1, id),
        .stateDiff(time + 2, id, text),
      ]
    }
    let events: [WrittenEvent] =
      [.schema(0), .storeCreated(1, 1)]
      + difference(10, 5, "  S(\n-   isOn: false,\n+   isOn: true,\n-   n: 3\n+   n: 7\n  )")
      + difference(20, 6, "  S(\n-   isOn: true,\n+   isOn: false,\n    n: 7\n  )")
      + difference(30, 7, "list[2].name")
      // The difference of a nested wrapper has a path in another state.
      + [
        .actionBegin(40, 8, "app", "x"), .actionBegin(41, 9, "row", "x", parent: 8),
        .actionEnd(42, 9), .stateDiff(43, 9, "name"), .actionEnd(44, 8),
        .stateDiff(45, 8, "list[2].name"),
      ]
    let curves = try ExportedPage(.simple(events)).page.head.curves
    #expect(curves.map(\.kind) == ["property", "property", "property"])
    #expect(curves.map(\.property) == ["isOn", "list[2].name", "n"])
    #expect(curves.map(\.values) == [["false", "true"], nil, nil])
    #expect(curves.map(\.marks) == [nil, 1, nil])
    #expect(curves.map(\.times) == [[0, 12, 22], [32, 33, 45], [0, 12]])
    #expect(curves.map(\.most) == [[0, 1, 0], [1, 0, 1], [3, 7]])
  }

  @Test(arguments: [
    ("-2", "5", nil, [-2, 5]), ("-1.5", "0.25", 2, [-150, 25]), ("1.0", "2.0", nil, [1, 2]),
    ("5000000000", "0", nil, [5_000_000_000, 0]), ("1e-05", "1.0", 9, [10_000, 1_000_000_000]),
  ])
  func page_numbersOfAProperty_areStepsOfOneScale(
    old: String, new: String, decimals: Int?, steps: [Int]
  ) throws {
    let curve = try #require(try Self.curve(from: old, to: new))
    #expect(curve.marks == nil)
    #expect(curve.decimals == decimals)
    #expect(curve.least == steps && curve.most == steps && curve.last == steps)
  }

  @Test(arguments: [("0x1000", "0x2000"), ("1e300", "2.5"), ("nan", "1.5"), ("-", "1")])
  func page_otherTextsOfAProperty_areMarks(old: String, new: String) throws {
    #expect(try Self.curve(from: old, to: new)?.marks == 1)
  }

  private static func curve(from old: String, to new: String) throws -> DecodedPage.Head.Curve? {
    let events: [WrittenEvent] = [
      .schema(0), .storeCreated(1, 1), .actionBegin(10, 5, "app", "x"), .actionEnd(11, 5),
      .stateDiff(12, 5, "  S(\n-   n: \(old)\n+   n: \(new)\n  )"),
    ]
    return try ExportedPage(.simple(events)).page.head.curves.first
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

  @Test func page_announcedStores_haveASingleCount() throws {
    let curves = try ExportedPage(
      .simple([
        .schema(0), .storeCreated(100, 1, announced: 50),
        .storeCreated(101, 2, parent: 1, announced: 90),
        .storeCreated(102, 3, parent: 1, announced: 80), .foreign(500),
      ])
    ).page.head.curves
    #expect(curves.map(\.kind) == ["stores"])
    #expect(curves.first?.least == [3])
    #expect(curves.first?.most == [3])
  }

  @Test func page_lostEvent_endsNothingAtTheEnd() throws {
    let writer = TraceWriter(streams: [
      [
        TraceWriter.Packet(
          events: [
            .schema(0), .storeCreated(1, 1), .storeCreated(2, 2), .actionBegin(5, 5, "app", "go"),
            .actionEnd(6, 5), .effectBegin(7, 100, "app", "go", action: 5),
            .effectBegin(8, 101, "app", "go", action: 5),
          ], discarded: 1),
        TraceWriter.Packet(events: [.foreign(40)], discarded: 1),
      ]
    ])
    let page = try ExportedPage(writer)
    #expect(page.model.spans.contains { $0.kind == .effect && $0.completeness == .endLost })
    #expect(
      page.page.head.curves.map { "\($0.kind) \($0.times) \($0.last)" } == [
        "effects [7, 8] [1, 2]", "stores [1, 2] [1, 2]",
      ])
    #expect(
      try counters(of: writer) == ["Effects alive 7=1 8=2", "Stores alive 1=1 2=2"])
  }

  // MARK: - Queues

  /// The queues of a page.
  private func queues(
    _ events: [WrittenEvent], filter: TraceFilter = TraceFilter()
  ) throws -> [String] {
    let page = try ExportedPage(.simple(events), filter: filter)
    let start = page.start - TraceWriter.origin
    return page.page.head.curves.filter { $0.kind == "queue" }.map { curve in
      #expect(curve.least == curve.most && curve.last == curve.most)
      return "\(curve.store ?? "-") \(curve.times.map { $0 + start }) \(curve.most)"
    }
  }

  @Test(arguments: ["first", nil]) func page_filterByName_countsWholeQueues(
    name: String?
  ) throws {
    var filter = TraceFilter()
    if let name {
      filter.names = [NamePattern(name)]
    } else {
      filter.prefixes = [NamePattern("app")]
    }
    let events: [WrittenEvent] = [
      .schema(0), .storeCreated(1, 1), .storeCreated(2, 2, parent: 1),
      .send(10, 5, store: 2, name: "first"), .actionBegin(10, 5, "app", "first"),
      .send(11, 6, store: 1, depth: 1, name: "second"),
      .send(12, 7, store: 2, depth: 2, name: "second"),
      .send(13, 8, store: 2, depth: 3, name: "first"),
      .actionEnd(20, 5), .actionBegin(21, 6, "other", "second"), .actionEnd(22, 6),
      .actionBegin(23, 7, "other", "second"), .actionEnd(24, 7),
      .actionBegin(25, 8, "app", "first"), .actionEnd(26, 8),
      // Beyond the last record of the page.
      .send(40, 9, store: 1, depth: 1, name: "second"),
    ]
    #expect(
      try queues(events, filter: filter) == ["1 [11, 12, 13, 21, 23, 25] [1, 2, 3, 2, 1, 0]"])
  }

  @Test func page_filterByTime_beginsWithTheQueueAtItsStart() throws {
    var filter = TraceFilter()
    filter.start = .sinceStart(13)
    filter.end = .sinceStart(24)
    #expect(try queues(Self.queued, filter: filter) == ["1 [13, 21] [2, 1]"])
  }

  /// An action that two adjacent wrappers record, between others that wait.
  private static let queued: [WrittenEvent] = [
    .schema(0), .storeCreated(1, 1), .send(10, 5, store: 1), .actionBegin(10, 5, "app", "first"),
    .send(11, 6, store: 1, depth: 1), .send(12, 7, store: 1, depth: 2), .log(13, 3, "app", "text"),
    .actionEnd(20, 5), .actionBegin(21, 6, "app", "second"), .actionEnd(22, 6),
    .actionBegin(23, 60, "row", "second"), .actionEnd(24, 60),
    .actionBegin(25, 7, "app", "third"), .actionEnd(26, 7),
  ]

  @Test func page_adjacentWrappers_takeAnActionOnce() throws {
    #expect(try queues(Self.queued) == ["1 [11, 12, 21, 25] [1, 2, 1, 0]"])
  }

  @Test func page_firstSendBehindOthers_countsTheirBegins() throws {
    #expect(
      try queues([
        .schema(0), .send(10, 5, store: 7, depth: 3),
        .actionBegin(11, 1, "app", "older", store: 7), .actionEnd(12, 1),
        .actionBegin(13, 2, "app", "older", store: 7), .actionEnd(14, 2),
        .actionBegin(15, 5, "app", "tick", store: 7), .actionEnd(16, 5),
      ]) == ["7 [10, 11, 13, 15] [3, 2, 1, 0]"])
  }

  @Test func page_lostBegins_endWithTheNextOfTheQueueOrASendToAnEmptyOne() throws {
    #expect(
      try queues([
        .schema(0), .storeCreated(1, 1), .storeCreated(2, 2),
        .send(10, 5, store: 1, depth: 1), .send(11, 6, store: 1, depth: 2),
        .send(12, 7, store: 2, depth: 1),
        .actionBegin(13, 6, "app", "tick"), .actionEnd(14, 6),
        .send(15, 8, store: 2, depth: 0),
      ]) == ["1 [10, 11, 13] [1, 2, 0]", "2 [12, 15] [1, 0]"])
  }

  @Test func page_unknownStores_haveQueuesOfTheirOwn() throws {
    let events: [WrittenEvent] = [
      .schema(0), .send(10, 5, store: 31, depth: 2), .send(11, 6, store: 41, depth: 1),
      // The first root becomes known while the action waits.
      .storeCreated(12, 3), .storeCreated(13, 31, parent: 3),
      .actionBegin(14, 6, "app", "tick", store: 4), .actionEnd(15, 6),
      .actionBegin(16, 5, "app", "tick", store: 3), .actionEnd(17, 5),
    ]
    #expect(try queues(events) == ["31 [10, 16] [2, 0]", "41 [11, 14] [1, 0]"])
    #expect(
      try counters(of: .simple(events)) == [
        "Queue depth of store 31 10=2 16=0", "Queue depth of store 41 11=1 14=0",
        "Stores alive 12=1 13=2",
      ])
  }

  @Test func page_damagedDepths_areCounted() throws {
    let events =
      [WrittenEvent.schema(0)]
      + (1...9).map { number in
        .send(Int64(number), number, store: number % 3, depth: number == 9 ? 1 : .max)
      }
    #expect(try queues(events).count == 3)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func page_randomQueues_areThoseOfTheProgram(
    seed: UInt64
  ) throws {
    var random = RandomQueues(seed: seed)
    let events = random.events(600)
    let curves = try queues(events)
    for (store, steps) in random.counts {
      let curve = "\(store) \(steps.map(\.time)) \(steps.map(\.count))"
      #expect(curves.contains(curve), "\(curve) in \(curves)")
    }
    #expect(curves.count == random.counts.count)
  }

  @Test(arguments: [false, true]) func perfetto_randomQueues_haveTheCountsOfThePage(
    isSnapshot: Bool
  ) throws {
    var random = RandomQueues(seed: 7)
    random.hasLosses = isSnapshot
    var events = random.events(600)
    if isSnapshot { events.removeSubrange(1..<200) }
    let head = try ExportedPage(.simple(events)).page.head
    let start = (Int64(head.start) ?? 0) - TraceWriter.origin
    let curves = head.curves.map { curve in
      let name =
        switch curve.kind {
        case "effects": "Effects alive"
        case "stores": "Stores alive"
        default: "Queue depth"
        }
      let steps = zip(curve.times, curve.most).map { " \($0 + start)=\($1)" }
      return name + steps.joined()
    }
    #expect(curves.count > 4)
    let counters = try counters(of: .simple(events)).map {
      $0.replacing(#/ of store \d+/#, with: "")
    }
    #expect(curves.sorted() == counters.sorted())
  }

  /// The counters of an export for Perfetto, without the rate of actions.
  private func counters(of writer: TraceWriter) throws -> [String] {
    let answers = try PerfettoEngine.query(
      try exportedData(writer, as: .perfetto), PerfettoEngine.complaints,
      """
      SELECT t.id, t.name, c.ts - \(TraceWriter.origin), cast(c.value AS INT)
      FROM counter c JOIN counter_track t ON t.id = c.track_id
      WHERE t.name != 'Actions per second' ORDER BY t.id, c.ts, c.id
      """)
    #expect(answers.first == [])
    var counters: [String: (name: String, counts: [(time: String, count: String)])] = [:]
    for row in answers[1] {
      var known = counters[row[0]] ?? (row[1], [])
      // Viewers show the last count at a time.
      if known.counts.last?.time == row[2] { known.counts.removeLast() }
      known.counts.append((row[2], row[3]))
      counters[row[0]] = known
    }
    return counters.values.map { counter in
      counter.name + counter.counts.map { " \($0.time)=\($0.count)" }.joined()
    }
    .sorted()
  }
}

/// A program with two known and two unknown root stores that process queued actions.
private struct RandomQueues {
  /// Whether some begins are lost.
  var hasLosses = false
  /// The true counts, by the outermost known stores.
  private(set) var counts: [UInt64: [(time: Int64, count: Int)]] = [:]
  private var random: SplitMix
  private var time: Int64 = 0
  private var lastID: UInt64 = 100
  private var events: [WrittenEvent] = []
  private var roots = (1...4).map { Root(id: $0) }
  private var effects: [UInt64] = []

  private struct Root {
    var id: UInt64
    var waiting: [UInt64] = []
    var running: UInt64?
    var child: UInt64 { id + 10 }
    var isKnown: Bool { id < 3 }
  }

  init(seed: UInt64) { random = SplitMix(seed: seed) }

  mutating func events(_ count: Int) -> [WrittenEvent] {
    add(.schema(time))
    for root in roots where root.isKnown {
      add(.storeCreated(time, root.id))
      add(.storeCreated(time, root.child, parent: root.id))
    }
    while events.count < count { step(roots.indices.randomElement(using: &random) ?? 0) }
    return events
  }

  private mutating func add(_ event: WrittenEvent) {
    events.append(event.in(process: 4242, thread: 4242, named: "demo"))
    time += Int64.random(in: 1...9, using: &random)
  }

  private mutating func newID() -> UInt64 {
    lastID += 1
    return lastID
  }

  private mutating func step(_ index: Int) {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<5: send(index)
    case 5..<8: turn(index)
    case 8:
      effects.append(newID())
      add(.effectBegin(time, lastID, "app", "work", action: 0))
    default:
      guard effects.count > 3 else { return }
      add(.effectEnd(time, effects.removeFirst()))
    }
  }

  private mutating func send(_ index: Int) {
    let action = newID()
    let root = roots[index]
    let store = root.isKnown && Bool.random(using: &random) ? root.id : root.child
    let isBusy = root.running != nil || !root.waiting.isEmpty
    let event = WrittenEvent.send(
      time, action, store: store, depth: isBusy ? UInt64(root.waiting.count + 1) : 0)
    if isBusy {
      roots[index].waiting.append(action)
      note(roots[index])
      add(event)
    } else {
      add(event)
      begin(action, index)
    }
  }

  /// Ends the running action of a store, and begins the next.
  private mutating func turn(_ index: Int) {
    if let running = roots[index].running {
      roots[index].running = nil
      add(.actionEnd(time, running))
    }
    if roots[index].waiting.isEmpty { return }
    let next = roots[index].waiting.removeFirst()
    note(roots[index])
    begin(next, index)
  }

  private mutating func begin(_ action: UInt64, _ index: Int) {
    roots[index].running = action
    if hasLosses, Int.random(in: 0..<10, using: &random) == 0 { return }
    add(.actionBegin(time, action, "app", "tick", store: roots[index].id))
  }

  private mutating func note(_ root: Root) {
    counts[root.isKnown ? root.id : root.child, default: []].append((time, root.waiting.count))
  }
}
