import Durations

/// The durations in a sliding window: their number, their sum, and their percentiles.
struct SlidingDurations {
  private var slices: [Slice]

  private struct Slice {
    var number: Int64 = .min
    var busy: Int64 = 0
    var maximum: Int64 = 0
    var histogram = CoarseHistogram()
  }

  init(_ window: SlidingWindow) {
    slices = Array(repeating: Slice(), count: window.sliceCount)
  }

  /// - Parameters:
  ///   - duration: In nanoseconds.
  ///   - selfTime: The part of it without nested durations; by default all of it. The slices in
  ///     which it lasts get equal parts.
  ///   - time: When it ended. Times before the window are ignored.
  mutating func record(
    _ duration: Int64, selfTime: Int64? = nil, at time: Int64, _ window: SlidingWindow
  ) {
    let number = window.slice(of: time)
    guard let position = window.position(of: number) else { return }
    let duration = max(duration, 0)
    clear(position, for: number)
    slices[position].histogram.record(duration)
    slices[position].maximum = max(slices[position].maximum, duration)
    let start = time.subtractingClamped(duration)
    window.divide(selfTime ?? duration, from: start, to: time) { number, position, part in
      clear(position, for: number)
      slices[position].busy = slices[position].busy.addingClamped(part)
    }
  }

  /// Reuses the memory of an earlier slice.
  private mutating func clear(_ position: Int, for number: Int64) {
    guard slices[position].number != number else { return }
    slices[position].histogram.removeAll()
    slices[position].busy = 0
    slices[position].maximum = 0
    slices[position].number = number
  }

  /// The contents of the window.
  func figures(_ window: SlidingWindow) -> Figures {
    var figures = Figures()
    var histogram = CoarseHistogram()
    for slice in slices where window.position(of: slice.number) != nil {
      histogram.add(slice.histogram)
      figures.busy = figures.busy.addingClamped(slice.busy)
      figures.maximum = max(figures.maximum, slice.maximum)
    }
    figures.count = histogram.count
    figures.p50 = min(histogram.percentile(50), figures.maximum)
    figures.p99 = min(histogram.percentile(99), figures.maximum)
    figures.octaves = histogram.octaves.map {
      LiveSnapshot.Octave(fromNs: $0.start, count: $0.count)
    }
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
}
