import Foundation
import Testing

@testable import TraceAnalysis
@testable import TraceExport

/// The messages of the OpenTelemetry project decode the export.
@Suite struct OTLPExportTests {
  private func decode(_ data: Data) throws -> [DecodedSpan] { try OTLPFiles.spans(data) }

  @Test func everySpanIsThere() throws {
    let data = try exportedData(TraceOfEverything.writer, as: .otlp)
    let spans = try decode(data)
    var counts: [String: Int] = [:]
    for span in spans { counts[span.kind, default: 0] += 1 }
    var expected = ["gap": 1]
    for (kind, count) in TraceOfEverything.spans { expected["\(kind)"] = count }
    #expect(counts == expected)
    #expect(Set(spans.map(\.id)).count == spans.count)
    #expect(spans.allSatisfy { $0.scope == "signpost" && $0.end >= $0.start })
    // Nothing says whose events are lost.
    #expect(Set(spans.map(\.service)) == ["demo", "worker", "unknown_service"])
    let gap = try #require(spans.first { $0.kind == "gap" })
    #expect(gap.service == "unknown_service")
    #expect(gap.name == "lost events")
    #expect(gap.attributes["signpost.lost"] == "2")
    #expect(gap.end - gap.start == 255_000)
    // The same again gives the same.
    #expect(try exportedData(TraceOfEverything.writer, as: .otlp) == data)
  }

  @Test func export_cascade_isOneTrace() throws {
    let spans = try decode(try exportedData(TraceOfEverything.writer, as: .otlp))
      .filter { $0.service == "demo" }
    func span(_ kind: String, _ id: Int) throws -> DecodedSpan {
      try #require(spans.first { $0.kind == kind && $0.attributes["signpost.id"] == "\(id)" })
    }
    let (outer, inner) = (try span("action", 7), try span("action", 8))
    #expect(inner.parent == outer.id)
    #expect(inner.trace == outer.trace)
    #expect(outer.parent == "")
    #expect(outer.start == TraceWriter.origin + 12_000)
    #expect(outer.end == TraceWriter.origin + 30_000)
    #expect(outer.attributes["signpost.payload"] == "tap(3)")
    #expect(outer.attributes["signpost.waited_ns"] == "2000")
    let effect = try span("effect", 1)
    #expect(effect.parent == inner.id)
    #expect(effect.trace == inner.trace)
    let caused = try span("action", 9)
    #expect(caused.parent == effect.id)
    #expect(caused.trace == effect.trace)
    #expect(spans.allSatisfy { $0.links.isEmpty })
    #expect(try span("effect", 90).start == TraceWriter.origin - 15_000)
    #expect(try span("interval", 1).status == 2)
    #expect(try span("action", 30).attributes["signpost.completeness"] == "stillOpen")
  }

  /// An observer that an action notified, and an effect that ticks without end.
  @Test func export_longCascade_goesOnInLinkedTraces() throws {
    let ticks = 2_500
    let writer = TraceWriter.simple(
      [
        .schema(0), .actionBegin(1, 1, "app", "start"), .actionEnd(2, 1, effect: 1),
        .effectBegin(3, 1, "app", "start", action: 1),
      ]
        + (0..<ticks).flatMap { tick -> [WrittenEvent] in
          let (time, id) = (Int64(tick) * 10 + 10, UInt64(tick) + 2)
          return [
            .actionBegin(time, id, "app", "tick", cause: 1), .actionEnd(time + 1, id),
            .observeBegin(time + 2, 1, line: 3, after: id, "app", "tick"),
            .observeEnd(time + 3, 1, line: 3),
          ]
        })
    let spans = try decode(try exportedData(writer, as: .otlp))
    let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.id, $0) })
    let root = try #require(spans.first { $0.name == "start" && $0.kind == "action" })
    let effect = try #require(spans.first { $0.kind == "effect" })
    #expect(effect.parent == root.id)
    #expect(spans.count { $0.trace == root.trace } == OTLPTraces.spanLimit)
    for span in spans where span.id != root.id {
      if span.parent.isEmpty {
        #expect(span.name == "tick")
        #expect(span.links == [[effect.trace, effect.id]])
      } else {
        #expect(byID[span.parent]?.trace == span.trace)
        #expect(byID[span.parent]?.kind == (span.kind == "action" ? "effect" : "action"))
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func export_randomTrace_hasParentsWithinTraces(seed: UInt64) throws {
    var trace = RandomTrace(seed: seed)
    trace.hasLostEnds = seed % 2 == 1
    let spans = try decode(try exportedData(.simple(trace.events(3_000)), as: .otlp))
    let byID = Dictionary(uniqueKeysWithValues: spans.map { ($0.id, $0) })
    #expect(byID.count == spans.count)
    var sizes: [String: Int] = [:]
    for span in spans {
      sizes[span.trace, default: 0] += 1
      if let parent = byID[span.parent] {
        #expect(parent.trace == span.trace)
        #expect(parent.start <= span.start)
      } else {
        #expect(span.parent == "")
      }
      for link in span.links { #expect(byID[link[1]]?.trace == link[0]) }
    }
    // Each trace has one root.
    #expect(spans.count { $0.parent.isEmpty } == sizes.count)
    #expect(spans.contains { $0.kind == "effect" && !$0.parent.isEmpty })
  }

  @Test(arguments: [
    (1, 100, "ot=th:fd70a3d70a3d7"), (1, 2, "ot=th:8"), (3, 4, "ot=th:4"), (1, 1, ""),
    (1, 1_000_000, "ot=th:ffffef39085f4a"),
  ])
  func traceState_sample_isTheThreshold(kept: UInt64, of: UInt64, state: String) {
    #expect(TraceSampling(kept: kept, of: of, maxRate: 0).traceState ?? "" == state)
  }

  /// Part of a recording, exported by itself, has the ids that it has in the whole.
  @Test func idsDoNotDependOnTheFilter() throws {
    try withTemporaryDirectory { directory in
      try TraceOfEverything.writer.write(to: directory.appendingPathComponent("recording"))
      func spans(_ filter: TraceFilter) throws -> [DecodedSpan] {
        let file = directory.appendingPathComponent("export")
        try TraceExport.write(
          directory.path + "/recording", as: .otlp, to: file.path, filter: filter,
          isReplacing: true)
        return try decode(try Data(contentsOf: file))
      }
      var filter = TraceFilter()
      filter.start = .sinceStart(41_000)
      filter.names = [NamePattern("again")]
      let part = try spans(filter).filter { $0.kind != "gap" }
      #expect(part.map(\.name) == ["again"])
      let whole = try spans(TraceFilter()).filter { $0.name == "again" }
      #expect(part.map(\.trace) == whole.map(\.trace))
      #expect(part.map(\.id) == whole.map(\.id))
    }
  }
}
