extension String {
  /// Sixteen hexadecimal digits.
  package init(hexadecimal number: UInt64) {
    let digits = String(number, radix: 16)
    self = String(repeating: "0", count: 16 - digits.count) + digits
  }
}
