import Testing

@testable import TraceAnalysis

@Suite struct CoveredTimeTests {
  private func covered(_ periods: [(Int64, Int64)]) -> CoveredTime {
    var covered = CoveredTime()
    for (start, end) in periods { covered.add(from: start, to: end) }
    return covered
  }

  @Test func add_overlappingPeriods_countsTheirUnion() {
    #expect(covered([(0, 10), (5, 15), (20, 30)]).time == 25)
    #expect(covered([(0, 10), (20, 30), (5, 35)]).time == 35)
    #expect(covered([(20, 30), (0, 10), (8, 22), (0, 30)]).time == 30)
    #expect(covered([(0, 0), (5, 3)]).time == 0)
  }

  @Test func add_overlappingPeriods_countsSeparateOnes() {
    #expect(covered([(0, 10), (5, 15), (20, 30)]).separate == 2)
    #expect(covered([(0, 10), (5, 15), (10, 20), (15, 25), (20, 30)]).separate == 3)
    // An earlier one that overlaps none is known later.
    #expect(covered([(20, 30), (0, 10), (5, 25)]).separate == 2)
  }

  @Test func add_manyPeriods_keepsTheLatest() {
    let periods = (0..<1000).map { (Int64($0) * 10, Int64($0) * 10 + 5) }
    #expect(covered(periods).time == 5000)
    #expect(covered(periods).separate == 1000)
    // The latest 64 begin at 9360.
    #expect(covered(periods + [(9_000, 10_000)]).time == 5000 + 325)
  }
}
