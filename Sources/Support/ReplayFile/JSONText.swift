import Foundation

/// Parses the text of a JSON value without decoding it.
enum JSONText {
  /// The text of the value of a key of an object.
  ///
  /// - Parameter object: The text of an object, which is known to be one.
  static func value(of key: String, in object: Data) -> Data? {
    object.withUnsafeBytes { bytes in
      var scanner = Scanner(bytes: bytes)
      guard let range = scanner.value(of: Array(key.utf8)) else { return nil }
      return Data(bytes[range])
    }
  }

  /// Whether two texts represent the same value. The order of keys does not matter, nor does the
  /// order of the elements of arrays, as sets are arrays in JSON.
  static func isSame(_ first: Data, _ second: Data) -> Bool {
    if first == second { return true }
    guard let first = try? JSONSerialization.jsonObject(with: first, options: .fragmentsAllowed),
      let second = try? JSONSerialization.jsonObject(with: second, options: .fragmentsAllowed)
    else { return false }
    return canonical(first) == canonical(second)
  }

  /// Whether a text is a JSON value.
  static func isValid(_ text: Data) -> Bool {
    (try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)) != nil
  }

  private static func canonical(_ value: Any) -> String {
    switch value {
    case let object as [String: Any]:
      "{"
        + object.map { "\($0.key.debugDescription):" + canonical($0.value) }.sorted()
        .joined(separator: ",") + "}"
    case let array as [Any]:
      "[" + array.map(canonical).sorted().joined(separator: ",") + "]"
    case let text as String: text.debugDescription
    default: "\(value)"
    }
  }

  private struct Scanner {
    let bytes: UnsafeRawBufferPointer
    var position = 0

    /// Finds the value of a key, if the text is an object.
    mutating func value(of key: [UInt8]) -> Range<Int>? {
      skipSpace()
      guard take(UInt8(ascii: "{")) else { return nil }
      while position < bytes.count {
        skipSpace()
        guard let name = string() else { return nil }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { return nil }
        skipSpace()
        let start = position
        skipValue()
        if bytes[name].elementsEqual(key) { return start..<position }
        skipSpace()
        guard take(UInt8(ascii: ",")) else { return nil }
      }
      return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      }
    }

    /// Skips a string.
    ///
    /// - Returns: The range between the quotes.
    private mutating func string() -> Range<Int>? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
        // A file may end after a backslash.
        position = min(position + (bytes[position] == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
      }
      guard position < bytes.count else { return nil }
      position += 1
      return start..<position - 1
    }

    /// Skips a value, up to the comma or the bracket after it.
    private mutating func skipValue() {
      var depth = 0
      while position < bytes.count {
        switch bytes[position] {
        case UInt8(ascii: "\""):
          if string() == nil { return }
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          if depth == 0 { return }
          depth -= 1
        case UInt8(ascii: ","): if depth == 0 { return }
        default: break
        }
        position += 1
      }
    }
  }
}
