import Glibc

/// Times in the names of chunks and in manifests.
enum CalendarTime {
  /// The seconds since the epoch of a UTC time.
  ///
  /// - Parameter text: Year, month, day, hour, minute and second, with any separators.
  static func seconds(of text: some StringProtocol) -> Int? {
    let digits = text.utf8.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits.count == 14 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int32 {
      digits[start..<start + count].reduce(0) { $0 * 10 + Int32($1 - UInt8(ascii: "0")) }
    }
    var parts = tm()
    parts.tm_year = number(0, 4) - 1900
    parts.tm_mon = number(4, 2) - 1
    parts.tm_mday = number(6, 2)
    parts.tm_hour = number(8, 2)
    parts.tm_min = number(10, 2)
    parts.tm_sec = number(12, 2)
    return timegm(&parts)
  }

  /// A UTC time in a format of `strftime`.
  static func text(_ seconds: Int, format: String) -> String {
    var seconds = seconds
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    strftime(&buffer, buffer.count, format, &parts)
    return buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }
}
