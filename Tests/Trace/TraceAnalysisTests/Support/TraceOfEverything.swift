@testable import TraceAnalysis

/// One trace with all that a format has to show: nested, announced, open and lost spans, points,
/// gaps, events of others, and two processes with the same ids.
enum TraceOfEverything {
  static let writer = TraceWriter(streams: [
    [TraceWriter.Packet(events: first)],
    [
      TraceWriter.Packet(events: second.map(ofWorker)),
      TraceWriter.Packet(events: third.map(ofWorker), discarded: 2),
    ],
  ])

  /// The number of spans of each kind, in all processes.
  static let spans: [Span.Kind: Int] = [
    .action: 11, .effect: 3, .interval: 4, .observer: 1, .store: 4,
  ]

  /// The number of points of each kind, without payloads and differences of states.
  static let points = [
    "send": 3, "output": 1, "event": 1, "log": 1, "budget": 1, "scope": 1, "schema": 2,
  ]

  private static func ofWorker(_ event: WrittenEvent) -> WrittenEvent {
    event.in(process: 4343, thread: 4344, named: "worker")
  }

  // In microseconds, to be easy to read.
  private static let first: [WrittenEvent] = [
    .schema(0, version: 4),
    .storeCreated(1, 1),
    .storeCreated(2, 2, parent: 1),
    // The effect began 15 µs before the first event.
    .effectBegin(5, 90, "app", "poll", action: 0, announced: 20_000),
    .log(8, 4, "app.net", "slow \"host\"", metadata: "attempt=2"),
    .send(10, 7, store: 1, name: "tap"),
    .actionBegin(12, 7, "app", "tap"),
    .actionPayload(13, 7, "tap(3)"),
    .actionBegin(14, 8, "row", "tap", parent: 7),
    .actionEnd(20, 8, effect: 3),
    .actionEnd(30, 7, effect: 3),
    .stateDiff(31, 7, "count"),
    .effectBegin(35, 1, "row", "tap", action: 8),
    .effectBegin(36, 2, "row", "tap", action: 8),
    .effectOutput(40, 1, "loaded"),
    .send(41, 9, store: 1, cause: 1, name: "loaded"),
    .actionBegin(42, 9, "app", "loaded", cause: 1),
    // The action has to wait, for 9 µs.
    .send(43, 10, store: 1, depth: 1, reentrant: true, name: "again"),
    .actionEnd(50, 9, changed: 1),
    .actionBegin(52, 10, "app", "again"),
    .actionEnd(55, 10),
    .observeBegin(56, 1, line: 3),
    .observeEnd(58, 1, line: 3),
    .intervalBegin(60, 1, "fetch", id: 5, message: "GET /a"),
    // The interval is never ended, and overlaps the other.
    .intervalBegin(61, 2, "fetch"),
    .intervalEnd(65, 1, "fetch", id: 5, outcome: 2, message: "404"),
    .event(66, "hit", message: "from memory"),
    .budgetExceeded(67, 7, "tap", prefix: "app", budget: 10, taken: 18_000),
    .scope(68, 1, child: 2, cached: true),
    .effectEnd(70, 1, outputs: 1),
    .effectEnd(72, 90, outcome: 1),
    // The end of this action is lost, as the next action of the same store shows.
    .actionBegin(75, 11, "app", "lost"),
    .actionBegin(80, 12, "app", "after"),
    .actionEnd(85, 12),
    // Of these spans, the trace has the ends only.
    .intervalEnd(90, 99, "early"),
    .storeReleased(94, 77),
    .storeReleased(95, 2, parent: 1),
    .foreign(97),
    // Nothing is lost after this: they are open.
    .intervalBegin(400, 3, "open"),
    .actionBegin(410, 30, "app", "open"),
  ].map(inMicroseconds)

  private static let second: [WrittenEvent] = [
    .schema(100, version: 4),
    .storeCreated(101, 1),
    .actionBegin(102, 7, "app", "tap"),
    .actionEnd(110, 7, effect: 0),
  ].map(inMicroseconds)

  private static let third: [WrittenEvent] = [
    .actionBegin(300, 20, "app", "a;b, \"c\"\n<d>"),
    .actionBegin(310, 21, "row", "deep", parent: 20),
    .actionBegin(320, 22, "cell", "deeper", parent: 21),
    .actionEnd(330, 22),
    .actionEnd(345, 21),
    .actionEnd(365, 20),
  ].map(inMicroseconds)

  private static func inMicroseconds(_ event: WrittenEvent) -> WrittenEvent {
    var event = event
    event.time *= 1000
    return event
  }
}
