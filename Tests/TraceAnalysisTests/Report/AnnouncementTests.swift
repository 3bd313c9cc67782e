import Testing

@testable import Durations
@testable import TraceAnalysis

/// What is announced again when a session starts counts once.
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

  @Test func ofAnEffectThatBeganUnheardNobodyKnowsTheDuration() throws {
    let report = try report(
      .simple([.effectBegin(100, 1, "", "x", action: 0), .effectEnd(300, 1, outputs: 2)]))
    #expect(report.effects.map(\.started) == [1])
    #expect(report.effects.map(\.finished) == [1])
    #expect(report.effects.map(\.outputs) == [2])
    #expect(report.effects.map(\.duration) == [nil])
    #expect(report.unmatched == UnmatchedEvents())
  }
}
