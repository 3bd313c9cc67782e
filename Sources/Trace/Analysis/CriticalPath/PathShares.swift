import Durations

/// The segments of paths of similar durations, for any percentile, in memory that does not grow.
///
/// As many as ``DurationRecorder`` keeps are kept individually; beyond that, paths of similar
/// durations are summed up.
struct PathShares {
  private var samples: [(duration: Int64, times: SegmentTimes)] = []
  private var buckets: [Int: Bucket] = [:]
  private var count: UInt64 = 0

  private struct Bucket {
    var count: UInt64 = 0
    var times = SegmentTimes()

    mutating func add(_ new: SegmentTimes) {
      count += 1
      for segment in PathSegment.allCases {
        times[segment] = times[segment].addingClamped(new[segment])
      }
    }
  }

  /// The number of buckets for each doubling of the duration: durations in a bucket differ by 3 %
  /// at most.
  private static let steps = 32

  mutating func record(_ duration: Int64, _ times: SegmentTimes) {
    count += 1
    if buckets.isEmpty {
      samples.append((duration, times))
      if samples.count <= DurationRecorder.exactSamples { return }
      for sample in samples { add(sample.duration, sample.times) }
      samples = []
    } else {
      add(duration, times)
    }
  }

  private mutating func add(_ duration: Int64, _ times: SegmentTimes) {
    buckets[Self.place(of: duration), default: Bucket()].add(times)
  }

  static func place(of duration: Int64) -> Int {
    let bits = Int64.bitWidth - duration.leadingZeroBitCount
    // Below that, each duration has a bucket of its own.
    guard bits > 6 else { return Int(duration) }
    return (bits - 6) * steps + Int(duration >> (bits - 6))
  }

  /// The number of paths with the duration of a percentile, and the sum of their segments.
  func spent(at percent: Double) -> (count: UInt64, times: SegmentTimes)? {
    guard count > 0 else { return nil }
    let rank = max(UInt64((percent / 100 * Double(count)).rounded(.up)), 1)
    if buckets.isEmpty {
      let sorted = samples.sorted { $0.duration < $1.duration }
      let duration = sorted[Int(rank) - 1].duration
      var bucket = Bucket()
      for sample in sorted where sample.duration == duration { bucket.add(sample.times) }
      return (bucket.count, bucket.times)
    }
    var before: UInt64 = 0
    for (_, bucket) in buckets.sorted(by: { $0.key < $1.key }) {
      before += bucket.count
      if before >= rank { return (bucket.count, bucket.times) }
    }
    return nil
  }
}
