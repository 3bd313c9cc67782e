/// The number of durations between a power of two and the next.
public struct DurationBucket: Codable, Sendable, Equatable {
  /// The shortest durations that it counts, in nanoseconds: 0 or a power of two.
  public var fromNs: Int64
  /// The number of durations.
  public var count: UInt64
}

extension DurationRecorder {
  /// The distribution of the durations: a bucket for each power of two from the shortest to the
  /// longest, including empty ones.
  package var buckets: [DurationBucket] {
    var counts: [Int: UInt64] = [:]
    forEachRecorded { duration, count in
      counts[Int64.bitWidth - duration.leadingZeroBitCount, default: 0] += count
    }
    guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
    return (first...last).map { bits in
      DurationBucket(fromNs: bits == 0 ? 0 : 1 << (bits - 1), count: counts[bits] ?? 0)
    }
  }
}
