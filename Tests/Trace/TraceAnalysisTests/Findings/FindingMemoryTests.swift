import Foundation
import Testing

@testable import TraceAnalysis

/// The memory of rules does not grow with the length of a trace.
@Suite struct FindingMemoryTests {
  private static let millisecond: Int64 = 1_000_000

  /// Passes all spans to one rule.
  private final class RuleSink: TraceSink {
    let rule: any FindingRule
    let time: ProgramTime

    init(_ rule: any FindingRule, _ time: ProgramTime) {
      self.rule = rule
      self.time = time
    }

    func begin(_ span: Span) {
      if type(of: rule).kinds.contains(span.kind) { rule.begin(span, time) }
    }

    func end(_ span: Span) {
      if type(of: rule).kinds.contains(span.kind) { rule.end(span, time) }
    }
  }

  private func read(_ events: [WrittenEvent], into rule: any FindingRule) throws {
    try withTemporaryDirectory { directory in
      try TraceWriter.simple(events).write(to: directory)
      let reader = TraceReader(directory: directory.path)
      let time = ProgramTime(TraceFilter(), reader.names, reader.participants)
      try reader.read(into: [RuleSink(rule, time)], unfilteredSinks: [time])
    }
  }

  @Test func lateTimers_actionsOfEndedEffects_areNotKept() throws {
    let events = (0..<1000).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * Self.millisecond, UInt64(index * 2 + 1))
      return [
        .actionBegin(time, id, "app", "tapped"), .actionEnd(time + 10, id, effect: 2),
        .effectBegin(time + 20, id, "app", "tapped", action: id),
        .effectEnd(time + 30, id, outputs: 1),
        .actionBegin(time + 40, id + 1, "app", "handled", cause: id), .actionEnd(time + 50, id + 1),
      ]
    }
    let rule = LateTimers()
    try read(events, into: rule)
    #expect(rule.timerCount == 0)
  }

  /// A store is released before its effects end.
  @Test func growingEffects_releasedStores_areNotKept() throws {
    let events = (0..<1000).flatMap { index -> [WrittenEvent] in
      let (time, id) = (Int64(index) * Self.millisecond, UInt64(index + 1))
      return [
        .storeCreated(time, id), .actionBegin(time + 10, id, "app", "open", store: id),
        .actionEnd(time + 20, id, effect: 1),
        .effectBegin(time + 30, id, "app", "open", action: id),
        .storeReleased(time + 40, id), .effectEnd(time + 50, id, outcome: 1),
      ]
    }
    let rule = GrowingEffects()
    try read(events, into: rule)
    #expect(rule.rowCount == 0)
  }
}
