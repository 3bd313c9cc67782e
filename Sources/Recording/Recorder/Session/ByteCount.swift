/// A number of bytes with a unit: `512K`, `4M`, `1G`.
package struct ByteCount: Equatable, Sendable {
  package var bytes: Int

  package init(_ bytes: Int) {
    self.bytes = bytes
  }

  /// Parses a number with an optional suffix K, M or G, in powers of 1024.
  package init?(_ text: String) {
    var digits = text[...]
    var factor = 1
    switch digits.last {
    case "k", "K": factor = 1 << 10
    case "m", "M": factor = 1 << 20
    case "g", "G": factor = 1 << 30
    default: break
    }
    if factor > 1 { digits.removeLast() }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits)
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    self.bytes = bytes
  }

  /// In the largest unit without a fraction, for sizes that the user will type again.
  package var exact: String {
    for (unit, factor) in [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]
    where bytes >= factor && bytes % factor == 0 {
      return "\(bytes / factor)\(unit)"
    }
    return "\(bytes)"
  }

  /// In the most readable unit.
  package var rounded: String {
    for (unit, factor) in [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)]
    where bytes >= factor {
      let (whole, rest) = bytes.quotientAndRemainder(dividingBy: factor)
      let tenths = whole * 10 + (rest * 10 + factor / 2) / factor
      return tenths % 10 == 0 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
    return "\(bytes) bytes"
  }
}
