extension ByteBuffer {
  /// Adds a text as a field of comma-separated values, in quotes if it needs them: RFC 4180.
  package func append(csv text: String) {
    let quote = UInt8(ascii: "\"")
    var text = text
    text.withUTF8 { utf8 in
      let needsQuotes = utf8.contains { byte in
        byte == quote || byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d
      }
      guard needsQuotes else { return append(UnsafeRawBufferPointer(utf8)) }
      append(quote)
      for byte in utf8 {
        if byte == quote { append(quote) }
        append(byte)
      }
      append(quote)
    }
  }
}
