/// The statistical error of sampling.
enum SamplingError {
  /// The quantile of the normal distribution for 95 %.
  private static let width = 1.959964

  /// The confidence interval of the share if `part` of `whole` samples are found (Wilson's
  /// interval).
  static func share(_ part: UInt64, of whole: UInt64) -> (low: Double, high: Double) {
    guard whole > 0 else { return (0, 1) }
    let (count, share, square) = (Double(whole), Double(part) / Double(whole), width * width)
    let scale = 1 / (1 + square / count)
    let middle = share + square / (2 * count)
    let spread =
      width * (share * (1 - share) / count + square / (4 * count * count)).squareRoot()
    // At a share of 0 or 1 the bound is the share itself, but rounding may put it on either side.
    return (
      min(max((middle - spread) * scale, 0), share), max(min((middle + spread) * scale, 1), share)
    )
  }

  /// The time that samples represent, assuming independent samples: that holds for a clock that is
  /// not synchronous with short spans.
  static func time(_ nanoseconds: Int64, samples: UInt64, period: Int64) -> FunctionReport.Estimate
  {
    // A period of three samples has none once in twenty times.
    if samples == 0 { return .init(ns: 0, lowNs: 0, highNs: 3 * period) }
    let spread = Int64(width * Double(samples).squareRoot() * Double(nanoseconds) / Double(samples))
    return .init(
      ns: nanoseconds, lowNs: max(nanoseconds - spread, 0),
      highNs: nanoseconds.addingClamped(spread))
  }

  /// The remainder of a duration besides processor time.
  static func rest(of duration: Int64, beside time: FunctionReport.Estimate)
    -> FunctionReport.Estimate
  {
    .init(
      ns: max(duration - time.ns, 0), lowNs: max(duration - time.highNs, 0),
      highNs: max(duration - time.lowNs, 0))
  }
}
