/// Text of a JSON document, as bytes.
struct JSONText {
  private(set) var bytes: ContiguousArray<UInt8> = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Adds what is JSON already.
  @inline(__always)
  mutating func add(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func add(_ other: JSONText) { bytes.append(contentsOf: other.bytes) }

  mutating func add(_ number: UInt64) {
    if number >= 10 { add(number / 10) }
    bytes.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
  }

  mutating func add(_ number: Int64) {
    if number < 0 { bytes.append(0x2d) }
    add(number.magnitude)
  }

  /// Adds nanoseconds as microseconds.
  mutating func add(microseconds nanoseconds: UInt64) {
    add(nanoseconds / 1000)
    bytes.append(0x2e)
    let rest = nanoseconds % 1000
    for divisor: UInt64 in [100, 10, 1] {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: rest / divisor % 10))
    }
  }

  /// Adds a text in quotes.
  mutating func add(quoted text: String) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5c:
        bytes.append(0x5c)
        bytes.append(byte)
      case 0..<0x20:
        add("\\u00")
        for digit in [byte >> 4, byte & 15] {
          bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }

  /// Adds an id, as a text: many readers know numbers of 53 bits only.
  mutating func add(id: UInt64) {
    bytes.append(0x22)
    add(id)
    bytes.append(0x22)
  }
}
