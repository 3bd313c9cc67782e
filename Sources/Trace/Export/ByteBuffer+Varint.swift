import ByteBuffers

extension ByteBuffer {
  /// Adds a number as a Protocol Buffers varint: groups of seven bits, the least significant first.
  @inline(__always)
  func append(varint value: UInt64) {
    reserve(10)
    var rest = value
    while rest >= 0x80 {
      unchecked(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    unchecked(UInt8(truncatingIfNeeded: rest))
  }
}

extension UInt64 {
  /// ZigZag encoding: 0, −1, 1, −2, … as 0, 1, 2, 3, …, so that numbers near 0 are small.
  @inline(__always)
  init(zigzag value: Int64) {
    self = UInt64(bitPattern: (value << 1) ^ (value >> 63))
  }
}
