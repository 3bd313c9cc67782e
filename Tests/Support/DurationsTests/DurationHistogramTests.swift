import TestSupport
import Testing

@testable import Durations

/// The histogram against all durations, before and after it is indexed by buckets.
@Suite struct DurationHistogramTests {
  @Test(arguments: [10, 1000, 5000])
  func durationOfRank_randomDurations_isWithinThreeDigits(count: Int) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    var histogram = DurationHistogram()
    let durations = (0..<count).map { _ in
      Int64.random(in: 0...(1 << Int64.random(in: 0...50, using: &random)), using: &random)
    }
    for duration in durations { histogram.record(duration) }
    for (index, duration) in durations.sorted().enumerated() {
      let found = histogram.duration(ofRank: UInt64(index + 1))
      #expect(found >= duration && found <= duration + duration / 1000, "seed \(seed)")
    }
    var sum: UInt64 = 0
    histogram.forEach { sum += $1 }
    #expect(sum == UInt64(count))
  }

  /// A row for each of 100,000 stores has to fit into memory.
  @Test func size_fewDistinctDurations_isSmall() {
    var histogram = DurationHistogram()
    for number in 0..<100_000 { histogram.record(1_000_000_000 + Int64(number % 50) * 10_000_000) }
    #expect(histogram.size < 1000)
  }

  @Test func size_manyDistinctDurations_isBounded() {
    var histogram = DurationHistogram()
    for number in 0..<200_000 { histogram.record(Int64(number) * 10_000_019) }
    #expect(histogram.size < 200_000)
  }
}
