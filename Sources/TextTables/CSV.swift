/// Comma-separated values, as RFC 4180 describes them.
package enum CSV {
  /// A field, in quotes if it needs them.
  package static func field(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d
    }
    guard needsQuotes else { return text }
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\"" { result += "\"" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }
}
