import Testing

@testable import BenchHarness

@Suite struct SummaryTests {
  @Test func quartilesLieBetweenNeighbours() {
    let summary = Summary([4, 1, 3, 2])
    #expect(summary.minimum == 1)
    #expect(summary.lowerQuartile == 1.75)
    #expect(summary.median == 2.5)
    #expect(summary.upperQuartile == 3.25)
    #expect(summary.maximum == 4)
    #expect(summary.spread == 1.5)
    #expect(summary.range == 3)
  }

  @Test func oneValueHasNoSpread() {
    #expect(Summary([-7]).median == -7)
    #expect(Summary([-7]).spread == 0)
  }

  @Test func aFewOutliersMoveNeitherMedianNorSpread() {
    let calm = [Double](repeating: 10, count: 20)
    #expect(Summary(calm + [500, 900]).median == 10)
    #expect(Summary(calm + [500, 900]).spread == 0)
  }

  @Test(arguments: [0.31, 6.1, 42.5, 834.25, 4_209, 2_775_281, 88_100_000])
  func timesKeepFourDigits(time: Double) {
    let summary = Summary(times: [time, time * 2, time * 3])
    #expect(abs(summary.minimum - time) <= time * 1e-4)
    #expect(abs(summary.median - time * 2) <= time * 2e-4)
    #expect(abs(summary.maximum - time * 3) <= time * 3e-4)
  }

  @Test func runsDifferWhereTheirMiddleHalvesAreApart() {
    let run = Summary([10, 11, 12, 13])
    #expect(Change(old: run, new: Summary([11, 12, 13, 14])).isNoise)
    let slower = Change(old: run, new: Summary([20, 22, 24, 26]))
    #expect(!slower.isNoise)
    #expect(slower.share == 1)
  }
}
