/// A line of comma-separated values that is being put together, as RFC 4180 describes them.
struct CSVLine {
  private let bytes: ByteBuffer
  private var isEmpty = true

  init(in bytes: ByteBuffer) { self.bytes = bytes }

  /// Adds a field that is empty.
  @inline(__always)
  mutating func addNone() {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
  }

  mutating func add(word: StaticString?) {
    addNone()
    guard let word else { return }
    bytes.append(UnsafeRawBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  mutating func add(_ number: Int64?) {
    addNone()
    if let number { bytes.append(decimal: number) }
  }

  mutating func add(_ number: UInt64?) {
    addNone()
    if let number { bytes.append(decimal: number) }
  }

  /// Adds an id, which is none if it is 0.
  mutating func add(id: UInt64) { add(id == 0 ? nil : id) }

  /// Adds a text, in quotes if it needs them.
  mutating func add(text: String) {
    addNone()
    var text = text
    text.withUTF8 { add($0) }
  }

  private func add(_ text: UnsafeBufferPointer<UInt8>) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes = text.contains { byte in
      byte == quote || byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d
    }
    guard needsQuotes else { return bytes.append(UnsafeRawBufferPointer(text)) }
    bytes.append(quote)
    for byte in text {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }

  /// Ends the line.
  func end() {
    bytes.append(0x0d)
    bytes.append(0x0a)
  }
}
