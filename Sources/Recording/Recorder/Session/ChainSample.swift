/// A part of all chains of actions: an action from outside, and all that it leads to.
package struct ChainSample: Equatable, Sendable {
  /// In lowest terms.
  package let kept: UInt32
  package let of: UInt32

  /// Parses a fraction, a decimal number or a percentage, such as `1/100`, `0.01` or `1%`.
  ///
  /// `nil` unless it is more than 0, and at most 1.
  package init?(_ text: String) {
    guard let (numerator, denominator) = Self.fraction(text), numerator > 0,
      numerator <= denominator
    else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    guard let kept = UInt32(exactly: numerator / divisor),
      let of = UInt32(exactly: denominator / divisor)
    else { return nil }
    self.kept = kept
    self.of = of
  }

  package var text: String { "\(kept)/\(of)" }

  private static func fraction(_ text: String) -> (UInt64, UInt64)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = number(parts[0]), let denominator = number(parts[1]) else {
        return nil
      }
      return (numerator, denominator)
    }
    if text.hasSuffix("%") {
      return decimal(text.dropLast()).map { ($0.0, $0.1 * 100) }
    }
    return decimal(text[...])
  }

  private static func decimal(_ text: Substring) -> (UInt64, UInt64)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, let whole = number(parts[0]) else { return nil }
    guard parts.count == 2 else { return (whole, 1) }
    guard let digits = number(parts[1]) else { return nil }
    let scale = (0..<parts[1].count).reduce(UInt64(1)) { product, _ in product * 10 }
    return (whole * scale + digits, scale)
  }

  /// A number of one to nine digits.
  private static func number(_ text: Substring) -> UInt64? {
    guard (1...9).contains(text.utf8.count),
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return UInt64(text)
  }

  private static func greatestCommonDivisor(_ left: UInt64, _ right: UInt64) -> UInt64 {
    var (left, right) = (left, right)
    while right != 0 { (left, right) = (right, left % right) }
    return left
  }
}
