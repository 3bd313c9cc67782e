extension FixedWidthInteger {
  /// The sum, saturating at the largest value of the type.
  @inline(__always)
  package func addingClamped(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, saturating at the limits of the type.
  @inline(__always)
  package func subtractingClamped(_ other: Self) -> Self {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}
