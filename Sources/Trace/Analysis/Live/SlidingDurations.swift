/// The durations in a sliding window: their number, their sum, and their percentiles.
///
/// Percentiles come from a histogram with sixteen buckets for each power of two: they are within 3
/// %.
struct SlidingDurations {
  private var slices: [Slice]

  private struct Slice {
    var number: Int64 = .min
    var count: UInt64 = 0
    var busy: Int64 = 0
    var maximum: Int64 = 0
    /// Empty as long as there are no durations.
    var buckets: [UInt32] = []
  }

  init(_ window: SlidingWindow) {
    slices = Array(repeating: Slice(), count: window.sliceCount)
  }

  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - selfTime: The part of it without nested durations; by default all of it.
  ///   - time: When it ended. Times before the window are ignored.
  mutating func record(
    _ duration: Int64, selfTime: Int64? = nil, at time: Int64, _ window: SlidingWindow
  ) {
    let number = window.slice(of: time)
    guard let position = window.position(of: number) else { return }
    let duration = max(duration, 0)
    if slices[position].number != number {
      // The memory of an earlier slice is reused.
      for index in slices[position].buckets.indices { slices[position].buckets[index] = 0 }
      slices[position].count = 0
      slices[position].busy = 0
      slices[position].maximum = 0
      slices[position].number = number
    }
    if slices[position].buckets.isEmpty {
      slices[position].buckets = Array(repeating: 0, count: Self.bucketCount)
    }
    slices[position].buckets[Self.bucket(of: duration)] &+= 1
    slices[position].count += 1
    slices[position].busy = slices[position].busy.addingClamped(selfTime ?? duration)
    slices[position].maximum = max(slices[position].maximum, duration)
  }

  /// The contents of the window.
  func figures(_ window: SlidingWindow) -> Figures {
    var figures = Figures()
    let current = slices.filter { $0.count > 0 && window.position(of: $0.number) != nil }
    for slice in current {
      figures.count += slice.count
      figures.busy = figures.busy.addingClamped(slice.busy)
      figures.maximum = max(figures.maximum, slice.maximum)
    }
    guard figures.count > 0 else { return figures }
    var buckets = Array(repeating: UInt64(0), count: Self.bucketCount)
    for slice in current {
      for (index, count) in slice.buckets.enumerated() where count > 0 {
        buckets[index] += UInt64(count)
      }
    }
    func percentile(_ percent: UInt64) -> Int64 {
      let rank = max((figures.count * percent + 99) / 100, 1)
      var seen: UInt64 = 0
      for (index, count) in buckets.enumerated() where count > 0 {
        seen += count
        if seen >= rank { return min(Self.middle(of: index), figures.maximum) }
      }
      return figures.maximum
    }
    figures.p50 = percentile(50)
    figures.p99 = percentile(99)
    figures.octaves = Self.octaves(buckets)
    return figures
  }

  /// The figures of a window's durations, in nanoseconds.
  struct Figures: Equatable {
    var count: UInt64 = 0
    /// The sum of the durations without nested ones.
    var busy: Int64 = 0
    var maximum: Int64 = 0
    var p50: Int64 = 0
    var p99: Int64 = 0
    /// The numbers of durations between powers of two, from the shortest to the longest.
    var octaves: [LiveSnapshot.Octave] = []
  }

  // MARK: - Buckets

  // Below 16 ns a bucket each; then sixteen for each power of two, up to an hour and more.
  private static let perOctave = 16
  private static let octaveCount = 40
  static let bucketCount = perOctave * octaveCount

  static func bucket(of duration: Int64) -> Int {
    guard duration >= perOctave else { return Int(max(duration, 0)) }
    let octave = Int64.bitWidth - 1 - duration.leadingZeroBitCount
    let part = Int(duration >> (octave - 4)) - perOctave
    return min((octave - 3) * perOctave + part, bucketCount - 1)
  }

  static func start(of bucket: Int) -> Int64 {
    guard bucket >= perOctave else { return Int64(bucket) }
    let octave = bucket / perOctave + 3
    return Int64(perOctave + bucket % perOctave) << (octave - 4)
  }

  private static func middle(of bucket: Int) -> Int64 {
    bucket < perOctave ? Int64(bucket) : (start(of: bucket) + start(of: bucket + 1)) / 2
  }

  private static func octaves(_ buckets: [UInt64]) -> [LiveSnapshot.Octave] {
    var counts: [Int: UInt64] = [:]
    for (index, count) in buckets.enumerated() where count > 0 {
      counts[index < perOctave ? 0 : index / perOctave, default: 0] += count
    }
    guard let first = counts.keys.min(), let last = counts.keys.max() else { return [] }
    return (first...last).map {
      LiveSnapshot.Octave(fromNs: $0 == 0 ? 0 : start(of: $0 * perOctave), count: counts[$0] ?? 0)
    }
  }
}
