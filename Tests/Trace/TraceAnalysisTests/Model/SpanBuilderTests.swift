import Foundation
import Testing

@testable import TraceAnalysis

/// Records the output of a span builder.
final class NotedTrace: TraceSink {
  var begun: [Span] = []
  var ended: [Span] = []
  var points: [TracePoint] = []
  var gaps: [TraceGap] = []
  var summary: TraceSummary?
  var unmatched: UnmatchedEvents?

  func begin(_ span: Span) { begun.append(span) }
  func end(_ span: Span) { ended.append(span) }
  func point(_ point: TracePoint) { points.append(point) }
  func gap(_ gap: TraceGap) { gaps.append(gap) }

  func finish(_ summary: TraceSummary, _ unmatched: UnmatchedEvents) {
    self.summary = summary
    self.unmatched = unmatched
  }

  /// The span that ended, or was given up.
  func span(_ kind: Span.Kind, _ id: UInt64) throws -> Span {
    try #require(ended.first { $0.kind == kind && $0.id == id })
  }
}

@Suite struct SpanBuilderTests {
  private func note(_ writer: TraceWriter) throws -> (trace: NotedTrace, reader: TraceReader) {
    try withTemporaryDirectory { directory in
      try writer.write(to: directory)
      let reader = TraceReader(directory: directory.path)
      let trace = NotedTrace()
      try reader.read(into: [trace])
      return (trace, reader)
    }
  }

  private func note(_ events: [WrittenEvent]) throws -> NotedTrace {
    try note(.simple(events)).trace
  }

  @Test func anActionIsASpanWithItsSelfTime() throws {
    let (trace, reader) = try note(
      .simple([
        .storeCreated(0, 1),
        .actionBegin(100, 5, "a", "x"),
        .actionBegin(110, 6, "b", "x", parent: 5),
        .actionBegin(115, 7, "c", "x", parent: 6),
        .actionEnd(125, 7),
        .actionEnd(140, 6),
        .actionBegin(150, 8, "b", "y", parent: 5),
        .actionEnd(160, 8),
        .actionEnd(200, 5, changed: 2, effect: 1),
      ]))
    let outer = try trace.span(.action, 5)
    #expect(outer.start == TraceWriter.origin + 100)
    #expect(outer.duration == 100)
    #expect(outer.selfTime == 60)
    #expect(outer.completeness == .whole)
    #expect(outer.stateChange == .yes)
    #expect(outer.effectKind == .run)
    #expect(outer.isOutermost)
    #expect(reader.names[outer.name] == TraceName(prefix: "a", name: "x"))
    #expect(reader.names[outer.feature].name == "Counter")
    let middle = try trace.span(.action, 6)
    #expect(middle.parent == 5)
    #expect(!middle.isOutermost)
    #expect(middle.selfTime == 20)
    #expect(try trace.span(.action, 7).selfTime == 10)
  }

  /// A reducer can send to another store, by itself or by a service.
  @Test func action_sentByTheReducerOfAnotherStore_isNoLevelOfItsAction() throws {
    let (trace, _) = try note(
      .simple([
        .storeCreated(0, 1), .storeCreated(0, 2),
        .actionBegin(100, 5, "a", "go", store: 1),
        .actionBegin(110, 6, "b", "go", parent: 5, store: 2),
        .actionBegin(120, 7, "b", "go", parent: 6, store: 2),
        .actionEnd(130, 7),
        .actionEnd(150, 6),
        .actionEnd(200, 5),
      ]))
    let (sender, sent, level) = try (
      trace.span(.action, 5), trace.span(.action, 6), trace.span(.action, 7)
    )
    #expect(!sent.isLevel && level.isLevel)
    #expect(sender.selfTime == 60)
    #expect(sender.sharedTime == 60)
    #expect(sent.sharedTime == 40)
  }

  @Test func spansBeginBeforeTheyEnd() throws {
    let trace = try note([
      .actionBegin(0, 1, "", "x"), .effectBegin(5, 2, "", "x", action: 1), .actionEnd(10, 1),
      .effectEnd(20, 2, outcome: 1, outputs: 3),
    ])
    #expect(trace.begun.map(\.id) == [1, 2])
    #expect(trace.begun.map(\.end) == [nil, nil])
    #expect(trace.ended.map(\.id) == [1, 2])
    #expect(trace.ended.map(\.duration) == [10, 15])
    #expect(trace.ended.map(\.outcome) == [nil, .cancelled])
    #expect(trace.ended.map(\.outputs) == [0, 3])
  }

  @Test func causesLeadBackToWhatCameFromOutside() throws {
    let (trace, reader) = try note(
      .simple([
        .actionBegin(0, 1, "", "tapped"), .actionEnd(10, 1, effect: 1),
        .effectBegin(20, 2, "", "tapped", action: 1),
        .effectOutput(30, 2, "loaded"),
        .actionBegin(31, 3, "", "loaded", cause: 2), .actionEnd(35, 3, effect: 1),
        .effectEnd(40, 2, outcome: 0, outputs: 1),
        .effectBegin(50, 4, "", "loaded", action: 3),
        .effectOutput(60, 4, "shown"),
        .effectEnd(61, 4, outcome: 0, outputs: 1),
        // The action had to wait: its effect has ended.
        .actionBegin(70, 5, "", "shown", cause: 4), .actionEnd(80, 5),
      ]))
    let shown = try trace.span(.action, 5)
    let causes = try #require(shown.causes)
    #expect(causes.effect.id == 4)
    #expect(causes.action.map { reader.names[$0.name].name } == "loaded")
    #expect(causes.previous?.effect.id == 2)
    #expect(causes.previous?.action?.id == 1)
    #expect(causes.previous?.previous == nil)
    #expect(causes.previous?.isCutOff == false)
    #expect(try trace.span(.action, 1).causes == nil)
  }

  @Test func anEndlessChainOfCausesKeepsItsLatestLinks() throws {
    var events: [WrittenEvent] = []
    for round in 0..<1000 {
      let time = Int64(round * 10)
      let effect = UInt64(round * 2)
      let action = effect + 1
      let next = effect + 2
      events.append(.actionBegin(time, action, "", "again", cause: effect))
      events.append(.actionEnd(time + 1, action, effect: 1))
      events.append(.effectBegin(time + 2, next, "", "again", action: action))
      events.append(.effectOutput(time + 3, next, "again"))
      events.append(.effectEnd(time + 4, next, outcome: 0, outputs: 1))
    }
    let trace = try note(events)
    var chain = try trace.span(.effect, 2000).causes
    var effects: [UInt64] = []
    var isCutOff = false
    while let link = chain {
      effects.append(link.effect.id)
      isCutOff = link.isCutOff
      chain = link.previous
    }
    #expect(effects.count >= CauseChain.minimumLength)
    #expect(effects.count <= CauseChain.minimumLength * 2 + 1)
    let latest = (0..<effects.count).map { 2000 - UInt64($0) * 2 }
    #expect(effects == latest)
    #expect(isCutOff)
  }

  @Test func anActionKnowsHowItWasSent() throws {
    let (trace, reader) = try note(
      .simple([
        .storeCreated(0, 1),
        .send(10, 7, store: 1, depth: 2),
        .actionBegin(50, 7, "", "x"),
        .actionEnd(60, 7),
      ]))
    let send = try #require(try trace.span(.action, 7).send)
    #expect(send.time == TraceWriter.origin + 10)
    #expect(send.depth == 2)
    #expect(reader.names[send.feature].name == "Counter")
  }

  @Test func whatHasNoEndIsStillOpen() throws {
    let trace = try note([
      .storeCreated(0, 1), .actionBegin(1, 2, "", "x"), .effectBegin(2, 3, "", "x", action: 2),
      .intervalBegin(3, 4, "fetch"), .observeBegin(4, 0, line: 7),
    ])
    #expect(trace.ended.map(\.kind) == [.store, .action, .effect, .interval, .observer])
    #expect(trace.ended.allSatisfy { $0.completeness == .stillOpen && $0.duration == nil })
  }

  @Test func whatWasOpenWhenEventsWereLostMayHaveEnded() throws {
    let (trace, _) = try note(
      TraceWriter(streams: [
        [
          TraceWriter.Packet(events: [.actionBegin(1, 1, "", "x")]),
          TraceWriter.Packet(events: [.storeCreated(900, 1)], discarded: 2),
          TraceWriter.Packet(events: [.actionBegin(1000, 2, "", "x")], discarded: 2),
        ]
      ]))
    #expect(try trace.span(.action, 1).completeness == .endLost)
    #expect(try trace.span(.action, 2).completeness == .stillOpen)
    let gap = try #require(trace.gaps.first)
    #expect(trace.gaps.count == 1)
    #expect(gap.count == 2)
    #expect(gap.unit == .events)
    #expect(gap.start == TraceWriter.origin + 1)
    #expect(gap.end == TraceWriter.origin + 900)
    #expect(gap.stream.hasSuffix("ch_0"))
  }

  @Test func whatBeginsTwiceIsAmbiguous() throws {
    let trace = try note([
      .actionBegin(0, 1, "", "x"), .actionBegin(5, 1, "", "x"), .actionEnd(10, 1),
    ])
    #expect(trace.ended.map(\.completeness) == [.ambiguous])
    #expect(trace.ended.map(\.duration) == [nil])
    #expect(trace.unmatched?.repeatedBegins == 1)
  }

  @Test func anEndSaysOfAnIntervalWhatItsBeginWould() throws {
    let (trace, reader) = try note(.simple([.intervalEnd(10, 4, "fetch"), .storeReleased(20, 1)]))
    #expect(trace.begun.isEmpty)
    #expect(trace.ended.map(\.completeness) == [.beginLost, .beginLost])
    #expect(trace.ended.map { reader.names[$0.name].name } == ["fetch", "Counter"])
    #expect(trace.ended.map(\.duration) == [nil, nil])
  }

  @Test func anEffectThatBeganBeforeTheRecordingHasNoDuration() throws {
    let trace = try note([
      .effectBegin(10, 1, "", "x", action: 0, announced: -1), .effectEnd(20, 1, outcome: 0),
    ])
    #expect(trace.ended.map(\.completeness) == [.announced])
    #expect(trace.ended.map(\.duration) == [nil])
  }

  @Test func whatIsAnnouncedWithAnAgeStartsThatMuchEarlier() throws {
    let trace = try note([
      .storeCreated(1000, 7, announced: 500),
      .effectBegin(1000, 1, "", "x", action: 0, announced: 300), .effectEnd(1020, 1, outcome: 0),
      .storeReleased(1030, 7), .effectBegin(1040, 2, "", "x", action: 0, announced: .max),
      .effectEnd(1050, 2),
    ])
    #expect(trace.ended.map(\.completeness) == [.announced, .announced, .announced])
    #expect(trace.ended.map(\.duration) == [320, 530, nil])
    #expect(trace.ended.map(\.thread) == [nil, nil, nil])
    #expect(trace.ended.allSatisfy { $0.endThread != nil })
  }

  @Test func processesWithDifferentClockOffsetsShareOneOrigin() throws {
    let trace = NotedTrace()
    try withTemporaryDirectory { directory in
      for process in 0..<2 {
        var writer = TraceWriter.simple([
          .actionBegin(Int64(process * 10), 1, "", "x").in(process: Int32(process), named: "p"),
          .actionEnd(Int64(process * 10 + 5), 1).in(process: Int32(process), named: "p"),
        ])
        writer.clockOffset = TraceWriter.origin + Int64(process) * 1_000_000
        try writer.write(to: directory.appendingPathComponent("p\(process)"))
      }
      try TraceReader(directory: directory.path).read(into: [trace])
    }
    let starts = trace.begun.map(\.start)
    #expect(starts[1] - starts[0] == 10)
    #expect(trace.ended.map(\.duration) == [5, 5])
  }
}
