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

  @Test func nestedActionsAreChildrenAndCausesAreLinks() throws {
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
    #expect(effect.links == [[inner.trace, inner.id]])
    #expect(effect.trace != inner.trace)
    let caused = try span("action", 9)
    #expect(caused.links == [[effect.trace, effect.id]])
    #expect(try span("effect", 90).start == TraceWriter.origin - 15_000)
    #expect(try span("interval", 1).status == 2)
    #expect(try span("action", 30).attributes["signpost.completeness"] == "stillOpen")
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
