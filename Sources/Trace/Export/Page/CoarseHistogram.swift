/// Counts durations by their four most significant bits, in a few hundred bytes: percentiles are at
/// most 6 % too long.
struct CoarseHistogram {
  private var counts: ContiguousArray<UInt32> = []
  private var total: UInt64 = 0
  private var longest: Int64 = 0

  /// A power of two: each octave has that many buckets.
  private static let bucketBits: Int64 = 4
  private static let buckets = 1 << bucketBits

  mutating func record(_ duration: Int64) {
    let bucket = Self.bucket(of: max(duration, 0))
    while counts.count <= bucket { counts.append(0) }
    counts[bucket] += counts[bucket] < .max ? 1 : 0
    longest = max(longest, duration)
    total += 1
  }

  mutating func add(_ other: CoarseHistogram) {
    while counts.count < other.counts.count { counts.append(0) }
    for (bucket, count) in other.counts.enumerated() {
      let (sum, overflow) = counts[bucket].addingReportingOverflow(count)
      counts[bucket] = overflow ? .max : sum
    }
    total += other.total
    longest = max(longest, other.longest)
  }

  /// The percentile, as the upper bound of its bucket, but no more than the longest duration. 0 if
  /// there are no durations.
  func percentile(_ percent: UInt64) -> Int64 {
    let rank = (total * percent + 99) / 100
    var count: UInt64 = 0
    guard rank > 0 else { return 0 }
    for (bucket, here) in counts.enumerated() {
      count += UInt64(here)
      if count >= rank { return min(Self.longest(of: bucket), longest) }
    }
    return longest
  }

  private static func bucket(of duration: Int64) -> Int {
    if duration < buckets { return Int(duration) }
    let octave = Int64(63 - duration.leadingZeroBitCount) - bucketBits
    return Int(octave) * buckets + Int(duration >> octave)
  }

  private static func longest(of bucket: Int) -> Int64 {
    if bucket < 2 * buckets { return Int64(bucket) }
    let octave = Int64(bucket / buckets - 1)
    let mantissa = Int64(bucket % buckets + buckets)
    return (mantissa << octave) + ((1 << octave) - 1)
  }
}
