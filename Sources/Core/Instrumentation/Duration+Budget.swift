extension Duration {
  /// In nanoseconds, as far as they fit; at least one, as zero stands for no budget.
  package var nanosecondsOfBudget: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : max(product + UInt64(attoseconds / 1_000_000_000), 1)
  }
}
