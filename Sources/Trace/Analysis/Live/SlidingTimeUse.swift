import Durations

/// The use of the time in a sliding window.
struct SlidingTimeUse {
  private var slices: [Slice]

  private struct Slice {
    var number: Int64 = .min
    var times: [TimeFigures.Use: Int64] = [:]
  }

  init(_ window: SlidingWindow) {
    slices = Array(repeating: Slice(), count: window.sliceCount)
  }

  /// Adds the time of a span.
  ///
  /// - Parameters:
  ///   - time: The nanoseconds without the spans within it. The slices that the span lasts get
  ///     equal parts.
  ///   - start: The begin of the span.
  ///   - end: The end of the span.
  mutating func add(
    _ time: Int64, as use: TimeFigures.Use, from start: Int64, to end: Int64,
    _ window: SlidingWindow
  ) {
    window.divide(time, from: start, to: end) { number, position, part in
      if slices[position].number != number { slices[position] = Slice(number: number) }
      slices[position].times[use, default: 0] += part
    }
  }

  /// The parts of the covered time.
  func use(_ window: SlidingWindow, covered: Int64) -> TimeUse {
    var times: [TimeFigures.Use: Int64] = [:]
    for slice in slices where window.position(of: slice.number) != nil {
      times.merge(slice.times) { $0.addingClamped($1) }
    }
    func part(_ use: TimeFigures.Use) -> Double {
      Double(times[use] ?? 0) / Double(max(covered, 1))
    }
    return TimeUse(
      reducers: part(.reducers), observers: part(.observers), intervals: part(.intervals),
      outerIntervals: part(.outerIntervals), otherActors: part(.others))
  }
}
