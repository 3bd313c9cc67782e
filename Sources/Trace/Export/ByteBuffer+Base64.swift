import ByteBuffers

extension ByteBuffer {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Adds bytes as text: Base64 of RFC 4648.
  func append(base64 bytes: UnsafeRawBufferPointer) {
    reserve((bytes.count + 2) / 3 * 4)
    Self.digits.withUnsafeBufferPointer { digits in
      var place = 0
      while place < bytes.count {
        let rest = bytes.count - place
        let second = rest > 1 ? UInt32(bytes[place + 1]) : 0
        let third = rest > 2 ? UInt32(bytes[place + 2]) : 0
        let group = UInt32(bytes[place]) << 16 | second << 8 | third
        unchecked(digits[Int(group >> 18)])
        unchecked(digits[Int(group >> 12 & 63)])
        unchecked(rest > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "="))
        unchecked(rest > 2 ? digits[Int(group & 63)] : UInt8(ascii: "="))
        place += 3
      }
    }
  }
}
