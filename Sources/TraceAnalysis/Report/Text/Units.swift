/// Numbers the way people read them.
enum Units {
  /// A duration with three significant digits, for example “12.3 µs”.
  static func duration(_ nanoseconds: Int64) -> String {
    if nanoseconds < 0 { return "-" + duration(nanoseconds == .min ? .max : -nanoseconds) }
    if nanoseconds < 1000 { return "\(nanoseconds) ns" }
    var value = Double(nanoseconds)
    for unit in ["µs", "ms", "s"] {
      value /= 1000
      // What rounds to 1000 belongs to the next unit.
      for (limit, digits) in [(9.995, 2), (99.95, 1), (999.5, 0)] where value < limit {
        return fixed(value, digits: digits) + " " + unit
      }
    }
    return count(UInt64(value.rounded())) + " s"
  }

  /// A number with its thousands set apart.
  static func count(_ number: UInt64) -> String {
    var result = ""
    let digits = String(number)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// A number with the noun it counts.
  static func count(_ number: UInt64, _ singular: String, _ plural: String? = nil) -> String {
    count(number) + " " + (number == 1 ? singular : plural ?? singular + "s")
  }

  private static func fixed(_ value: Double, digits: Int) -> String {
    let scale = [1.0, 10.0, 100.0][digits]
    let scaled = Int64((value * scale).rounded())
    if digits == 0 { return String(scaled) }
    let fraction = String(scaled % Int64(scale))
    return "\(scaled / Int64(scale))."
      + String(repeating: "0", count: digits - fraction.count) + fraction
  }
}
