/// Counts durations to three significant digits.
///
/// Its memory depends on the number of distinct durations while these are few: a report can have a
/// row, and thus a histogram, for each of 100,000 stores.
struct DurationHistogram: Sendable {
  /// The buckets with durations in ascending order; empty once there are many.
  private var buckets: [UInt32] = []
  /// The counts of ``buckets``, or of all buckets from 0 on.
  private var counts: [UInt32] = []
  private var isDense = false

  // Below 2048 ns a bucket each; then 1024 for each power of two.
  private static let digitBits = 10
  /// The most buckets that are searched; more of them are indexed.
  static let fewBuckets = 1024

  init() {}

  /// The bytes of the counts.
  var size: Int { (buckets.count + counts.count) * MemoryLayout<UInt32>.stride }

  /// - Parameters:
  ///   - duration: Not negative.
  ///   - number: The number of its occurrences.
  mutating func record(_ duration: Int64, _ number: UInt32 = 1) {
    let bucket = Self.bucket(of: duration)
    if isDense {
      count(bucket, number)
      return
    }
    let index = index(of: bucket)
    if index < buckets.count, buckets[index] == bucket {
      counts[index] = counts[index].addingClamped(number)
    } else {
      buckets.insert(UInt32(bucket), at: index)
      counts.insert(number, at: index)
      if buckets.count > Self.fewBuckets { makeDense() }
    }
  }

  private mutating func count(_ bucket: Int, _ count: UInt32 = 1) {
    if bucket >= counts.count {
      counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count))
    }
    counts[bucket] = counts[bucket].addingClamped(count)
  }

  private mutating func makeDense() {
    let sparse = zip(buckets, counts)
    buckets = []
    counts = []
    isDense = true
    for (bucket, number) in sparse { count(Int(bucket), number) }
  }

  /// The position of the first bucket that is not before another one.
  private func index(of bucket: Int) -> Int {
    var (start, end) = (0, buckets.count)
    while start < end {
      let middle = (start + end) / 2
      if buckets[middle] < bucket { start = middle + 1 } else { end = middle }
    }
    return start
  }

  /// Calls a function with the longest duration of each bucket, and with its count.
  func forEach(_ body: (_ duration: Int64, _ count: UInt64) -> Void) {
    for (index, count) in counts.enumerated() where count > 0 {
      body(Self.longest(in: isDense ? index : Int(buckets[index])), UInt64(count))
    }
  }

  /// The longest duration in the bucket of the duration with this rank, from 1 on.
  func duration(ofRank rank: UInt64) -> Int64 {
    var seen: UInt64 = 0
    var found: Int64 = 0
    for (index, count) in counts.enumerated() where count > 0 {
      seen += UInt64(count)
      found = Self.longest(in: isDense ? index : Int(buckets[index]))
      if seen >= rank { break }
    }
    return found
  }

  private static func bucket(of duration: Int64) -> Int {
    let shift = max(Int64.bitWidth - 1 - duration.leadingZeroBitCount - digitBits, 0)
    return shift << digitBits + Int(duration >> shift)
  }

  private static func longest(in bucket: Int) -> Int64 {
    let shift = max(bucket >> digitBits - 1, 0)
    return (Int64(bucket - shift << digitBits) + 1) << shift - 1
  }
}
