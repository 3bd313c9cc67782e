import Testing

@testable import Durations
@testable import TraceAnalysis

/// Stores and effects that are replayed when a session starts count once.
@Suite struct AnnouncementTests {
  @Test func anEffectThatIsAnnouncedAgainKeepsItsBegin() throws {
    let report = try report(
      .simple([
        .effectBegin(100, 1, "p", "x", action: 5), .effectBegin(150, 1, "p", "x", action: 5),
        .effectEnd(300, 1, outputs: 2),
      ]))
    #expect(report.effects.map(\.started) == [1])
    #expect(report.effects.map(\.finished) == [1])
    #expect(report.effects.map { $0.duration?.totalNs } == [200])
    #expect(report.processes.map(\.effects) == [1])
    #expect(report.unmatched == UnmatchedEvents())
  }

  @Test func anotherEffectWithTheSameIdIsAMistake() throws {
    let report = try report(
      .simple([
        .effectBegin(100, 1, "p", "x", action: 5), .effectBegin(150, 1, "p", "y", action: 5),
        .effectEnd(300, 1),
      ]))
    #expect(report.unmatched.repeatedBegins == 1)
    #expect(report.effects.map(\.duration) == [nil])
  }

  @Test func anEffectThatIsAnnouncedTookAsLongAsItSays() throws {
    let report = try report(
      .simple([
        .effectBegin(1000, 1, "p", "x", action: 5, announced: 600),
        .effectBegin(1100, 2, "", "y", action: 0, announced: 400),
        .effectBegin(1200, 1, "p", "x", action: 5, announced: 800), .effectEnd(1300, 1),
        .effectEnd(1500, 2),
      ]))
    #expect(report.effects.map(\.name) == ["x", "y"])
    #expect(report.effects.map { $0.duration?.totalNs } == [900, 800])
    #expect(report.unmatched == UnmatchedEvents())
  }

  @Test func anAnnouncedEffectThatStillRunsIsAsOldAsItSays() throws {
    let report = try report(
      .simple([
        .effectBegin(1000, 1, "", "x", action: 0, announced: 600), .storeCreated(1100, 2),
      ]))
    #expect(report.runningEffects.map(\.ageNs) == [700])
  }

  @Test func effects_begunBeforeTheSession_areInTheRowOfTheirKind() throws {
    let report = try report(
      .simple([
        .effectBegin(1000, 1, "", "child.start", action: 0, announced: 600),
        .actionBegin(1100, 10, "app", "child.start"),
        .actionBegin(1101, 11, "child", "start", parent: 10), .actionEnd(1102, 11, effect: 1),
        .actionEnd(1103, 10, effect: 1),
        .effectBegin(1104, 2, "child", "start", action: 11), .effectEnd(1105, 2),
        .actionBegin(1200, 12, "app", "tick", cause: 1), .actionEnd(1201, 12),
        .actionBegin(1300, 13, "app", "tick", cause: 1), .actionEnd(1301, 13),
      ]))
    #expect(report.effects.map(\.prefix) == ["child"])
    #expect(report.effects.map(\.started) == [2])
    #expect(report.effects.map(\.outputs) == [2])
    #expect(report.runningEffects.map(\.prefix) == ["child"])
  }

  @Test(arguments: [true, false])
  func ofAnEffectWithoutAnAgeTheDurationIsUnknown(_ isOfAnEarlierVersion: Bool) throws {
    var writer = TraceWriter.simple([
      .effectBegin(100, 1, "", "x", action: 0, announced: -1), .effectEnd(300, 1, outputs: 2),
    ])
    if isOfAnEarlierVersion { writer.definitions = EventDefinition.schema(3) }
    let report = try report(writer)
    #expect(report.effects.map(\.started) == [1])
    #expect(report.effects.map(\.finished) == [1])
    #expect(report.effects.map(\.outputs) == [2])
    #expect(report.effects.map(\.duration) == [nil])
    #expect(report.unmatched == UnmatchedEvents())
  }
}
