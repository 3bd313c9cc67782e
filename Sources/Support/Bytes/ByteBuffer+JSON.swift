extension ByteBuffer {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// Adds a JSON string, in quotes.
  ///
  /// Control characters are escaped, also those that JSON allows: the document could be shown on a
  /// terminal.
  package func append(json text: String) {
    append(Self.quote)
    var text = text
    text.withUTF8 { utf8 in
      var start = 0
      var place = 0
      while place < utf8.count {
        let length = Self.needsEscape(utf8[place]) ? Self.escapedLength(utf8, place) : 0
        guard length > 0 else {
          place += 1
          continue
        }
        append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8[start..<place])))
        append(escaped: utf8[place + length - 1])
        place += length
        start = place
      }
      append(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: utf8[start...])))
    }
    append(Self.quote)
  }

  /// Adds a number as a JSON string: many readers support numbers of 53 bits only.
  package func append(jsonID id: UInt64) {
    append(Self.quote)
    append(decimal: id)
    append(Self.quote)
  }

  /// Whether a character that starts with this byte may have to be escaped.
  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == quote || byte == backslash || byte == 0x7f || byte == 0xc2
  }

  /// The length of the character in bytes if it has to be escaped, otherwise 0.
  private static func escapedLength(_ utf8: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    guard utf8[place] == 0xc2 else { return 1 }
    // The control characters beyond ASCII are the first with this byte.
    return utf8[place + 1] < 0xa0 ? 2 : 0
  }

  private func append(escaped code: UInt8) {
    append(Self.backslash)
    switch code {
    case Self.quote, Self.backslash: append(code)
    case 0x0a: append(UInt8(ascii: "n"))
    case 0x0d: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    default:
      append("u00" as StaticString)
      for digit in [code >> 4, code & 15] {
        append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }
}
