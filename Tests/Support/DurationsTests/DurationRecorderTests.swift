import TestSupport
import Testing

@testable import Durations

/// Statistics of durations, against the same computed from all of them.
@Suite struct DurationRecorderTests {
  private func recorder(_ durations: some Sequence<Int64>) -> DurationRecorder {
    var recorder = DurationRecorder()
    for duration in durations { recorder.record(duration) }
    return recorder
  }

  @Test func statistics_noDurations_areNone() {
    #expect(DurationRecorder().statistics == nil)
    #expect(DurationRecorder().buckets.isEmpty)
  }

  @Test func statistics_oneDuration_isEachOfThem() throws {
    let statistics = try #require(recorder([1500]).statistics)
    #expect(
      statistics
        == DurationStatistics(
          count: 1, totalNs: 1500, minNs: 1500, meanNs: 1500, standardDeviationNs: 0, p50Ns: 1500,
          p90Ns: 1500, p99Ns: 1500, maxNs: 1500))
  }

  /// One more than ``DurationRecorder/exactSamples`` starts the histogram.
  @Test(arguments: [63, 64, 65, 66, 1000])
  func statistics_numberAroundTheStartOfTheHistogram_areThoseOfTheSortedDurations(
    count: Int
  ) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    let durations = (0..<count).map { _ in Int64.random(in: 0...(1 << 40), using: &random) }
    let sorted = durations.sorted()
    let statistics = try #require(recorder(durations).statistics, "seed \(seed)")
    #expect(statistics.count == UInt64(count))
    #expect(statistics.totalNs == durations.reduce(0, +))
    #expect(statistics.minNs == sorted[0] && statistics.maxNs == sorted[count - 1])
    #expect(statistics.meanNs == durations.reduce(0, +) / Int64(count))
    for (percent, actual) in [
      (50, statistics.p50Ns), (90, statistics.p90Ns), (99, statistics.p99Ns),
    ] {
      let rank = (count * percent + 99) / 100
      if count <= DurationRecorder.exactSamples {
        #expect(actual == sorted[rank - 1], "p\(percent), seed \(seed)")
      } else {
        // The histogram rounds ranks, and durations to three digits.
        #expect(actual >= sorted[rank - 2] / 1001 * 1000, "p\(percent), seed \(seed)")
        #expect(actual <= sorted[rank - 1] / 999 * 1000 + 1000, "p\(percent), seed \(seed)")
      }
    }
  }

  @Test func statistics_equalDurations_haveNoDeviation() throws {
    let statistics = try #require(recorder(Array(repeating: 123_456_789, count: 1000)).statistics)
    #expect(statistics.standardDeviationNs == 0)
    #expect(statistics.p50Ns == 123_456_789)
  }

  @Test func statistics_longestDurations_saturate() throws {
    for count in [2, 100] {
      let statistics = try #require(recorder(Array(repeating: .max, count: count)).statistics)
      #expect(statistics.totalNs == .max)
      #expect(statistics.maxNs == .max && statistics.minNs == .max)
      #expect(statistics.p99Ns == .max)
    }
  }

  /// Each power of two begins a bucket, in the histogram as before it.
  @Test(arguments: [1, 100])
  func buckets_powersOfTwo_beginTheirOwn(repetitions: Int) {
    let durations: [Int64] = [0, 1, 2, 3, 4, 1023, 1024, 1025, 4095, 4096]
    let all = recorder(durations.flatMap { Array(repeating: $0, count: repetitions) })
    let buckets = all.buckets
    #expect(buckets.map(\.fromNs) == [0] + (0...12).map { 1 << $0 })
    let counts = Dictionary(uniqueKeysWithValues: buckets.map { ($0.fromNs, Int($0.count)) })
    #expect(
      counts.filter { $0.value > 0 }
        == [0: 1, 1: 1, 2: 2, 4: 1, 512: 1, 1024: 2, 2048: 1, 4096: 1].mapValues {
          $0 * repetitions
        })
  }

  @Test func columns_statistics_areInTheOrderOfTables() throws {
    let statistics = try #require(recorder([1, 2, 3, 10]).statistics)
    let columns = DurationStatistics.columns
    #expect(columns.map(\.heading) == ["total", "min", "mean", "p50", "p90", "p99", "max"])
    #expect(columns.map { $0.nanoseconds(statistics) } == [16, 1, 4, 2, 10, 10, 10])
  }

  @Test func addingClamped_overflow_saturatesInItsDirection() {
    #expect(Int64.max.addingClamped(1) == .max)
    #expect(Int64.min.addingClamped(-1) == .min)
    #expect(Int64.min.subtractingClamped(1) == .min)
    #expect(Int64.max.subtractingClamped(-1) == .max)
    #expect(Int64(0).subtractingClamped(.min) == .max)
    #expect(UInt64(1).subtractingClamped(2) == 0)
    #expect(UInt64.max.addingClamped(1) == .max)
    #expect(Int64(3).addingClamped(-5) == -2)
  }

  /// Both sides of ``DurationRecorder/exactSamples``, alone and together.
  @Test(arguments: [(0, 5), (5, 0), (20, 30), (40, 40), (10, 500), (500, 10), (300, 500)])
  func add_anotherRecorder_hasTheStatisticsOfAll(counts: (Int, Int)) throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(seed: seed)
    let first = (0..<counts.0).map { _ in Int64.random(in: 0...2000, using: &random) }
    let second = (0..<counts.1).map { _ in Int64.random(in: 500...1500, using: &random) }
    var sum = recorder(first)
    sum.add(recorder(second))
    let found = try #require(sum.statistics, "seed \(seed)")
    let expected = try #require(recorder(first + second).statistics)
    // The deviation is computed in another order.
    var comparable = found
    comparable.standardDeviationNs = expected.standardDeviationNs
    #expect(comparable == expected, "seed \(seed)")
    #expect(abs(found.standardDeviationNs - expected.standardDeviationNs) <= 1, "seed \(seed)")
    #expect(sum.buckets == recorder(first + second).buckets, "seed \(seed)")
  }
}
