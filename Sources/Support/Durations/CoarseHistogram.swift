/// Counts durations by their five most significant bits, in a few hundred bytes: percentiles are
/// within 3 %.
package struct CoarseHistogram: Sendable {
  /// The number of durations.
  package private(set) var count: UInt64 = 0
  private var buckets: ContiguousArray<UInt32> = []
  private var longest: Int64 = 0

  // Below 16 ns a bucket each; then sixteen for each power of two.
  private static let octaveBits = 4
  private static let perOctave = 1 << octaveBits

  package init() {}

  package mutating func record(_ duration: Int64) {
    let bucket = Self.bucket(of: duration)
    while buckets.count <= bucket { buckets.append(0) }
    buckets[bucket] = buckets[bucket].addingClamped(1)
    longest = max(longest, duration)
    count += 1
  }

  /// Adds the durations of another histogram.
  package mutating func add(_ other: CoarseHistogram) {
    while buckets.count < other.buckets.count { buckets.append(0) }
    for (bucket, count) in other.buckets.enumerated() {
      buckets[bucket] = buckets[bucket].addingClamped(count)
    }
    longest = max(longest, other.longest)
    count += other.count
  }

  /// Removes all durations, and keeps the memory.
  package mutating func removeAll() {
    for bucket in buckets.indices { buckets[bucket] = 0 }
    longest = 0
    count = 0
  }

  /// The middle of the bucket of a percentile, but no more than the longest duration; 0 without
  /// durations.
  package func percentile(_ percent: UInt64) -> Int64 {
    guard count > 0 else { return 0 }
    let rank = max((count * percent + 99) / 100, 1)
    var seen: UInt64 = 0
    for (bucket, here) in buckets.enumerated() where here > 0 {
      seen += UInt64(here)
      if seen >= rank { return min(Self.middle(of: bucket), longest) }
    }
    return longest
  }

  /// The numbers of durations between powers of two, from the shortest to the longest, including
  /// empty ones. The first starts with 0, and contains all below 16 ns.
  package var octaves: [(start: Int64, count: UInt64)] {
    var counts: [Int: UInt64] = [:]
    for (bucket, count) in buckets.enumerated() where count > 0 {
      counts[bucket / Self.perOctave, default: 0] += UInt64(count)
    }
    guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
    return (first...last).map { (Self.start(of: $0 * Self.perOctave), counts[$0] ?? 0) }
  }

  static func bucket(of duration: Int64) -> Int {
    guard duration >= perOctave else { return Int(max(duration, 0)) }
    let octave = Int64.bitWidth - 1 - duration.leadingZeroBitCount - octaveBits
    return octave * perOctave + Int(duration >> octave)
  }

  /// The shortest duration of a bucket.
  static func start(of bucket: Int) -> Int64 {
    guard bucket >= perOctave else { return Int64(bucket) }
    return Int64(perOctave + bucket % perOctave) << (bucket / perOctave - 1)
  }

  private static func middle(of bucket: Int) -> Int64 {
    let width = bucket < 2 * perOctave ? 1 : Int64(1) << (bucket / perOctave - 1)
    return start(of: bucket) + (width - 1) / 2
  }
}
