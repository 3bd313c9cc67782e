import TestSupport
import Testing

@testable import Durations

/// Percentiles in little memory, compared with the sorted durations.
@Suite struct CoarseHistogramTests {
  @Test func percentile_randomDurations_isWithinThreePercent() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    for _ in 0..<200 {
      var (whole, first, second) = (CoarseHistogram(), CoarseHistogram(), CoarseHistogram())
      let durations = (0..<100).map { _ in
        Int64.random(in: 0...(1 << Int64.random(in: 0...61, using: &random)), using: &random)
      }
      for (index, duration) in durations.enumerated() {
        whole.record(duration)
        if index.isMultiple(of: 3) { first.record(duration) } else { second.record(duration) }
      }
      first.add(second)
      let sorted = durations.sorted()
      for percent in [1, 50, 99, 100] as [UInt64] {
        let exact = sorted[Int(percent) - 1]
        let found = whole.percentile(percent)
        #expect(abs(Double(found) - Double(exact)) <= Double(exact) / 32 + 0.5, "seed \(seed)")
        #expect(first.percentile(percent) == found, "seed \(seed)")
      }
      #expect(whole.octaves.reduce(0) { $0 + $1.count } == 100)
      for (start, count) in whole.octaves {
        let end = start == 0 ? 16 : start * 2
        #expect(count == durations.count { start..<end ~= $0 }, "seed \(seed)")
      }
    }
  }

  @Test func bucket_starts_areTheirFirstDurations() {
    for bucket in 0...CoarseHistogram.bucket(of: .max) {
      let start = CoarseHistogram.start(of: bucket)
      #expect(CoarseHistogram.bucket(of: start) == bucket)
      if bucket > 0 { #expect(CoarseHistogram.bucket(of: start - 1) == bucket - 1) }
    }
    #expect(CoarseHistogram.bucket(of: -1) == 0)
  }

  @Test func removeAll_durations_areGone() {
    var histogram = CoarseHistogram()
    histogram.record(.max)
    histogram.record(5)
    histogram.removeAll()
    #expect(histogram.count == 0 && histogram.percentile(99) == 0 && histogram.octaves.isEmpty)
    histogram.record(5)
    #expect(histogram.percentile(99) == 5)
    #expect(histogram.octaves.map(\.start) == [0])
  }
}
