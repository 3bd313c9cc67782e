extension FixedWidthInteger {
  /// The sum, or the largest value where that is more than the type holds.
  @inline(__always)
  package func addingClamped(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }
}
