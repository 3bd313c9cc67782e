/// Numbers in readable form.
package enum Units {
  /// A duration with three significant digits, for example “12.3 µs”.
  package static func duration(_ nanoseconds: Int64) -> String {
    if nanoseconds < 0 { return "-" + duration(nanoseconds == .min ? .max : -nanoseconds) }
    return nanoseconds < 1000 ? "\(nanoseconds) ns" : duration(Double(nanoseconds))
  }

  /// A duration with three significant digits that may be shorter than a nanosecond.
  package static func duration(_ nanoseconds: Double) -> String {
    scaled(nanoseconds, units: ["ns", "µs", "ms", "s"])
  }

  /// A time in seconds with all its nanoseconds, for example “12.000345678”.
  package static func seconds(_ nanoseconds: Int64) -> String {
    let fraction = String(nanoseconds.magnitude % 1_000_000_000)
    return (nanoseconds < 0 ? "-" : "") + "\(nanoseconds.magnitude / 1_000_000_000)."
      + String(repeating: "0", count: 9 - fraction.count) + fraction
  }

  /// A rate, for example “12.3 M/s”.
  package static func rate(_ perSecond: Double) -> String {
    scaled(perSecond, units: ["/s", "k/s", "M/s", "G/s"])
  }

  private static func scaled(_ value: Double, units: [String]) -> String {
    guard value.isFinite else { return "–" }
    if value < 0 { return "-" + scaled(-value, units: units) }
    var value = value
    for unit in units {
      // A value that rounds to 1000 belongs to the next unit.
      if value < 999.5 { return significant(value) + " " + unit }
      value /= 1000
    }
    return count(UInt64(min((value * 1000).rounded(), 1e18))) + " " + (units.last ?? "")
  }

  /// A part of a whole, from 0 to 1, for example “12.3 %”.
  package static func percent(_ part: Double) -> String {
    part.isFinite ? fixed(part * 100, digits: 1) + " %" : "–"
  }

  /// A number below a thousand with three significant digits, of which at most three are decimals.
  package static func significant(_ value: Double) -> String {
    guard !value.isNaN else { return "–" }
    if value < 0 { return "-" + significant(-value) }
    for (limit, digits) in [(0.9995, 3), (9.995, 2), (99.95, 1)] where value < limit {
      return fixed(value, digits: digits)
    }
    return value < 999.5 ? fixed(value, digits: 0) : count(UInt64(min(value.rounded(), 1e18)))
  }

  /// A number with thousands separators.
  package static func count(_ number: UInt64) -> String {
    var result = ""
    let digits = String(number)
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
      result.append(digit)
    }
    return result
  }

  /// A number with the noun it counts.
  package static func count(_ number: UInt64, _ singular: String, _ plural: String? = nil) -> String
  {
    count(number) + " " + (number == 1 ? singular : plural ?? singular + "s")
  }

  /// A number with a fixed count of decimals, at most three.
  package static func fixed(_ value: Double, digits: Int) -> String {
    guard value.isFinite else { return "–" }
    let scale = [1, 10, 100, 1000][digits] as UInt64
    let scaled = UInt64(min((value.magnitude * Double(scale)).rounded(), 1e18))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    if digits == 0 { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return sign + "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count)
      + fraction
  }
}
