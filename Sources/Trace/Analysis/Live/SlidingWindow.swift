/// A period that advances with the clock, in slices of equal length.
///
/// Values in a window are kept per slice; slices that are too old are dropped as a whole. A window
/// thus covers its length, give or take one slice.
struct SlidingWindow: Equatable {
  /// The length of a slice, in nanoseconds.
  let sliceLength: Int64
  /// The number of slices, including the current one.
  let sliceCount: Int
  /// The current slice; `nil` before the first ``advance(to:)``.
  private(set) var current: Int64?
  private var first: Int64 = 0

  /// - Parameters:
  ///   - length: In nanoseconds.
  ///   - slices: The number of slices.
  init(length: Int64, slices: Int = 10) {
    sliceLength = max(length / Int64(slices), 1)
    // An additional slice, as the latest is only partly filled.
    sliceCount = slices + 1
  }

  func slice(of time: Int64) -> Int64 { time.divided(downBy: sliceLength) }

  /// Advances the window; it never goes back.
  mutating func advance(to time: Int64) {
    let slice = slice(of: time)
    guard let current else {
      first = time
      self.current = slice
      return
    }
    if slice > current { self.current = slice }
  }

  /// The time that the slices cover until `now`, in nanoseconds; at least one.
  func covered(until now: Int64) -> Int64 {
    guard let current else { return 1 }
    let start = max((current - Int64(sliceCount) + 1) &* sliceLength, first)
    return max(now - start, 1)
  }

  /// Divides a time among the slices of the window that a period lasts.
  ///
  /// - Parameter body: Called with the number of each slice, its position and its part.
  func divide(
    _ time: Int64, from start: Int64, to end: Int64,
    _ body: (_ number: Int64, _ position: Int, _ part: Int64) -> Void
  ) {
    let (first, last) = (slice(of: start), slice(of: max(start, end)))
    // Earlier slices are outside of the window.
    let oldest = max(first, last - Int64(sliceCount))
    let length = Double(max(end - start, 1))
    for number in oldest...last {
      guard let position = position(of: number) else { continue }
      let from = max(start, number * sliceLength)
      let to = min(end, (number + 1) * sliceLength)
      let part = first == last ? time : Int64(Double(time) * Double(max(to - from, 0)) / length)
      body(number, position, part)
    }
  }

  /// The position of a slice in memory; `nil` if it is too old.
  func position(of slice: Int64) -> Int? {
    guard let current, slice <= current, slice > current - Int64(sliceCount) else { return nil }
    return Int(slice.remainder(upBy: Int64(sliceCount)))
  }
}

extension Int64 {
  fileprivate func divided(downBy divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-self - 1) / divisor) - 1
  }

  fileprivate func remainder(upBy divisor: Int64) -> Int64 {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
