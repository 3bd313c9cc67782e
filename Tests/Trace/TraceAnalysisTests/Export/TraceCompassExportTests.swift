import Foundation
import Testing
import TraceSchema

@testable import TraceExport

/// Trace Compass reads the document, and its analyses find the contents of a trace.
@Suite struct TraceCompassExportTests {
  /// The results of the analyses, run by a script that follows their documentation.
  private struct Findings: Decodable {
    var deepest: [String: Int]
    var open: [String: [String]]
    var charts: [String: [Int]]
    var segments: [String: [Segment]]
    var running: [String: Int]

    struct Segment: Decodable {
      var name: String
      var start: Int64
      var duration: Int64
      var content: [String: Value]
    }

    enum Value: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
      case text(String)
      case number(Int64)

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int64.self) {
          self = .number(number)
        } else {
          self = .text(try container.decode(String.self))
        }
      }

      init(stringLiteral value: String) { self = .text(value) }
      init(integerLiteral value: Int64) { self = .number(value) }
    }
  }

  private static let schema = Viewers.sources.appendingPathComponent("tracecompass")

  private func findings(_ writer: TraceWriter) throws -> Findings {
    try withTemporaryDirectory { directory in
      let recording = directory.appendingPathComponent("recording")
      try writer.write(to: recording)
      let file = directory.appendingPathComponent("analyses.xml")
      try TraceExport.write(recording.path, as: .traceCompass, to: file.path)
      let output = try Viewers.run(
        "python3", Viewers.sources.appendingPathComponent("tracecompass.py").path, file.path,
        recording.path)
      return try JSONDecoder().decode(Findings.self, from: Data(output.utf8))
    }
  }

  @Test(arguments: [true, false]) func documentIsValid(hasProcesses: Bool) throws {
    var writer = TraceOfEverything.writer
    writer.hasContexts = hasProcesses
    let data = try exportedData(writer, as: .traceCompass)
    try withTemporaryDirectory { directory in
      let file = directory.appendingPathComponent("analyses.xml")
      try data.write(to: file)
      _ = try Viewers.run(
        "xmllint", "--noout", "--schema",
        Self.schema.appendingPathComponent("xmlDefinition.xsd").path, file.path)
      // The schema detects errors: it refuses an invalid document.
      let text = String(decoding: data, as: UTF8.self)
      for (right, wrong) in [
        ("<segName>", "<segname>"), ("type=\"query\"", "type=\"question\""),
        ("cond=\"same_action\"", "condition=\"same_action\""),
        ("displayType=\"absolute\"", "displayType=\"total\""),
      ] {
        #expect(text.contains(right))
        try text.replacing(right, with: wrong).write(to: file, atomically: true, encoding: .utf8)
        #expect(throws: Viewers.Failure.self) {
          try Viewers.run(
            "xmllint", "--noout", "--schema",
            Self.schema.appendingPathComponent("xmlDefinition.xsd").path, file.path)
        }
      }
    }
  }

  @Test func everythingNamedIsInTheSchemaOfTraces() throws {
    let text = try exported(TraceOfEverything.writer, as: .traceCompass)
    let events = text.matches(of: /(?:event|eventName)="([^"]+)"/).map { String($0.1) }
    #expect(Set(events).isSubset(of: Set(TraceSchema.Event.allCases.map(\.fullName))))
    let fields = text.matches(of: /(?:type="eventField" value|field name)="([^"]+)"/).map {
      String($0.1)
    }
    let known = Set(TraceSchema.Event.allCases.flatMap { $0.fields.map(\.name) })
    #expect(Set(fields).subtracting(known) == ["context._vpid", "context._vtid"])
  }

  @Test func effectsAreSegmentsAndAreCounted() throws {
    let findings = try findings(TraceOfEverything.writer)
    let segments = try #require(findings.segments["composable.effects"])
    #expect(segments.map(\.name) == ["tap", "poll"])
    #expect(segments.map(\.duration) == [35_000, 67_000])
    #expect(
      segments[0].content == [
        "outcome": "finished", "effect": 1, "prefix": "row", "action": 8, "announced": 0,
        "outputs": 1,
      ])
    #expect(segments[1].content["outcome"] == "cancelled")
    #expect(findings.running["composable.effects"] == 1)
    #expect(findings.charts == ["Counts/4242": [1, 2, 3, 2, 1]])
  }

  @Test func actionsAreSegmentsAndCalls() throws {
    let findings = try findings(TraceOfEverything.writer)
    let segments = try #require(findings.segments["composable.actions"])
    // Two of eleven have no end. The same ids are there in both processes.
    #expect(segments.count == 9)
    #expect(
      segments.filter { $0.content["action"] == 7 }.map(\.duration).sorted() == [8000, 18_000])
    #expect(findings.running["composable.actions"] == 2)
    #expect(
      findings.deepest == [
        "Processes/4242/4242/CallStack": 2, "Processes/4343/4344/CallStack": 3,
      ])
    // Spans that have lost their end stay open: Trace Compass cannot know better.
    #expect(findings.open == ["Processes/4242/4242/CallStack": ["lost", "open"]])
  }

  @Test func anEffectThatIsAnnouncedAgainIsCountedOnce() throws {
    let findings = try findings(
      .simple([
        .effectBegin(1, 5, "app", "poll", action: 0, announced: 10),
        .effectBegin(2, 5, "app", "poll", action: 0, announced: 11),
        .effectEnd(9, 5, outcome: 2),
      ]))
    #expect(findings.charts.values.map { $0 } == [[1, 0]])
    #expect(findings.segments["composable.effects"]?.map(\.content["outcome"]) == ["failed"])
  }

  @Test func withoutThreadsThereIsNoCallStack() throws {
    var writer = TraceWriter.simple([.actionBegin(1, 1, "app", "tap"), .actionEnd(4, 1)])
    writer.hasContexts = false
    let findings = try findings(writer)
    #expect(findings.deepest.isEmpty)
    #expect(findings.segments["composable.actions"]?.map(\.duration) == [3])
  }
}
