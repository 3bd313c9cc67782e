#if !HAS_TRACING
  #error("Signpost and readers of traces need the trait 'Tracing' of composable-signpost.")
#endif

/// Records durations one by one, and computes their statistics.
///
/// The first ones are stored individually: most names of a program are rare, and for those the
/// percentiles are exact and need no histogram. After that, a histogram with three significant
/// digits counts them; minimum, maximum and total stay exact.
package struct DurationRecorder {
  package private(set) var count: UInt64 = 0
  package private(set) var total: Int64 = 0
  private var minimum = Int64.max
  private var maximum: Int64 = 0
  private var mean = 0.0
  private var squaredDistances = 0.0
  private var samples: [Int64] = []
  private var histogram: DurationHistogram?

  package static let exactSamples = 64

  /// Durations above these 26 days count as such in percentiles, which bounds the histogram.
  private static let longest: Int64 = 1 << 51

  package init() {}

  /// - Parameter duration: In nanoseconds, not negative.
  package mutating func record(_ duration: Int64) {
    count += 1
    total = total.addingClamped(duration)
    if duration < minimum { minimum = duration }
    if duration > maximum { maximum = duration }
    let distance = Double(duration) - mean
    mean += distance / Double(count)
    squaredDistances += distance * (Double(duration) - mean)
    if histogram != nil {
      histogram?.record(min(duration, Self.longest))
    } else {
      samples.append(duration)
      if samples.count > Self.exactSamples { startHistogram() }
    }
  }

  /// Adds the durations of another recorder.
  package mutating func add(_ other: DurationRecorder) {
    guard other.count > 0 else { return }
    let (own, more) = (Double(count), Double(other.count))
    let distance = other.mean - mean
    squaredDistances += other.squaredDistances + distance * distance * own * more / (own + more)
    mean += distance * more / (own + more)
    count += other.count
    total = total.addingClamped(other.total)
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    if histogram == nil, other.histogram == nil {
      samples += other.samples
      if samples.count > Self.exactSamples { startHistogram() }
      return
    }
    if histogram == nil { startHistogram() }
    other.forEachRecorded { duration, count in
      histogram?.record(min(duration, Self.longest), UInt32(clamping: count))
    }
  }

  private mutating func startHistogram() {
    var histogram = DurationHistogram()
    for sample in samples { histogram.record(min(sample, Self.longest)) }
    self.histogram = histogram
    samples = []
  }

  /// All durations; those in the histogram to three digits.
  func forEachRecorded(_ body: (_ duration: Int64, _ count: UInt64) -> Void) {
    guard let histogram else {
      for sample in samples { body(sample, 1) }
      return
    }
    histogram.forEach(body)
  }

  /// The statistics, `nil` without durations.
  package var statistics: DurationStatistics? {
    guard count > 0 else { return nil }
    let sorted = samples.sorted()
    func percentile(_ percent: Double) -> Int64 {
      let rank = max(UInt64((percent / 100 * Double(count)).rounded(.up)), 1)
      guard let histogram else { return sorted[Int(rank) - 1] }
      return min(max(histogram.duration(ofRank: rank), minimum), maximum)
    }
    return DurationStatistics(
      count: count, totalNs: total, minNs: minimum, meanNs: total / Int64(clamping: count),
      standardDeviationNs: Int64((squaredDistances / Double(count)).squareRoot().rounded()),
      p50Ns: percentile(50), p90Ns: percentile(90), p99Ns: percentile(99), maxNs: maximum)
  }
}
