/// Numbers as integers of one scale, which a curve can have.
struct ScaledNumbers {
  /// The numbers, multiplied by a power of ten.
  let values: [Int64]
  /// The exponent of that power.
  let decimals: Int

  /// Integers up to here are exact in the page.
  private static let greatest = 0x1p53
  /// A fraction is rounded to so many decimals.
  private static let mostDecimals = 9

  /// - Returns: `nil` if some texts are no numbers, or too large.
  init?(_ texts: [String]) {
    let numbers = texts.compactMap(Self.number)
    let most = numbers.reduce(0) { max($0, abs($1)) }
    guard numbers.count == texts.count, most <= Self.greatest else { return nil }
    var decimals = texts.reduce(0) { max($0, Self.decimals(of: $1)) }
    while decimals > 0, most * Self.scale(decimals) > Self.greatest { decimals -= 1 }
    let scale = Self.scale(decimals)
    self.decimals = decimals
    values = numbers.map { Int64(($0 * scale).rounded()) }
  }

  /// The value of a number as Swift describes it. Addresses, `inf` and `nan` are none.
  private static func number(_ text: String) -> Double? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "+-.e".utf8.contains($0) }
      ? Double(text) : nil
  }

  private static func decimals(of text: String) -> Int {
    if text.contains("e-") { return mostDecimals }
    guard let point = text.firstIndex(of: "."), !text.hasSuffix(".0") else { return 0 }
    return min(text[point...].count - 1, mostDecimals)
  }

  private static func scale(_ decimals: Int) -> Double {
    (0..<decimals).reduce(1) { scale, _ in scale * 10 }
  }
}
