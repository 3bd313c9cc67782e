import Testing

@testable import TraceComparison

@Suite struct RankTestTests {
  @Test func completeSeparationHasTheSmallestPValue() throws {
    let test = try #require(rankTest([1, 2, 3, 4], [5, 6, 7, 8]))
    #expect(abs(test.pValue - 2.0 / 70) < 1e-12)
    #expect(test.superiority == 1)
    #expect(abs(RankTest.smallestPValue(4, 4) - 2.0 / 70) < 1e-12)
  }

  @Test func equalValuesAreNoEvidence() throws {
    let test = try #require(rankTest([3, 3, 3], [3, 3]))
    #expect(test.pValue == 1)
    #expect(test.superiority == 0.5)
  }

  /// The p-value against its definition, by all ways to deal the values out, over random small
  /// samples.
  @Test(arguments: 1...60) func agreesWithEnumeration(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let counts = (1 + Int(random.next() % 5), 1 + Int(random.next() % 5))
    // Few values, so that there are ties.
    let values = (0..<(counts.0 + counts.1)).map { _ in Double(random.next() % 6) }
    let first = Array(values.prefix(counts.0))
    let second = Array(values.dropFirst(counts.0))
    func superiority(_ chosen: [Int]) -> Double {
      var sum = 0.0
      for index in chosen {
        for other in values.indices where !chosen.contains(other) {
          sum += values[index] > values[other] ? 1 : values[index] == values[other] ? 0.5 : 0
        }
      }
      return sum / Double(counts.0 * counts.1)
    }
    let observed = superiority(Array(counts.0..<values.count))
    let ways = choices(of: counts.1, from: values.count).map(superiority)
    let extreme = ways.count { abs($0 - 0.5) >= abs(observed - 0.5) - 1e-12 }
    let test = try #require(rankTest(first, second))
    #expect(abs(test.pValue - Double(extreme) / Double(ways.count)) < 1e-12)
    #expect(abs(test.superiority - observed) < 1e-12)
  }

  @Test func largeSamplesStayExact() throws {
    let first = (0..<60).map { Double($0) }
    let test = try #require(rankTest(first, first.map { $0 + 0.5 }))
    #expect(test.pValue > 0.8)
    #expect(try #require(rankTest(first, first.map { $0 + 100 })).pValue < 1e-30)
  }

  private func rankTest(_ first: [Double], _ second: [Double]) -> RankTest? {
    var distributions = RankSumDistributions()
    return RankTest(first, second, using: &distributions)
  }

  private func choices(of count: Int, from total: Int) -> [[Int]] {
    if count == 0 { return [[]] }
    guard total >= count else { return [] }
    return choices(of: count, from: total - 1)
      + choices(of: count - 1, from: total - 1).map { $0 + [total - 1] }
  }
}

@Suite struct HolmCorrectionTests {
  @Test func adjustsInOrderAndNeverBelowASmallerOne() {
    #expect(HolmCorrection.adjusted([0.01, 0.04, 0.03]) == [0.03, 0.06, 0.06])
    #expect(HolmCorrection.adjusted([0.5, 0.9]) == [1, 1])
    #expect(HolmCorrection.adjusted([]) == [])
  }
}

@Suite struct RatioEstimateTests {
  @Test func isTheMedianOfTheRatiosOfAllPairs() throws {
    let estimate = try #require(RatioEstimate([10, 20], [20, 40]))
    // Ratios: 2, 4, 1, 2.
    #expect(abs(estimate.ratio - 2) < 1e-12)
    #expect(abs(try #require(estimate.noise) - 2) < 1e-12)
  }

  @Test func aSingleRecordingHasNoNoise() throws {
    #expect(try #require(RatioEstimate([10], [20])).noise == nil)
    #expect(RatioEstimate([0], [20]) == nil)
  }
}

/// Numbers that are the same each time (S. Vigna's SplitMix64).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
    return value ^ value >> 31
  }
}
