import ByteBuffers

/// Writes messages in the wire format of Protocol Buffers, field by field, into a ``ByteBuffer``.
///
/// A replacement for swift-protobuf, which creates an object for each message before it writes one,
/// at the cost of several allocations per event, where this has none. The messages are a dozen
/// types with one event each, a million times a second.
struct ProtobufWriter {
  private let buffer: ByteBuffer

  init(capacity: Int = 4096) { buffer = ByteBuffer(capacity: capacity) }

  /// The bytes written so far, valid until the next write.
  var bytes: UnsafeRawBufferPointer { buffer.bytes }

  var count: Int { buffer.count }

  func removeAll() { buffer.removeAll() }

  @inline(__always)
  func varint(_ value: UInt64) {
    buffer.reserve(10)
    var rest = value
    while rest >= 0x80 {
      buffer.unchecked(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    buffer.unchecked(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  func field(_ number: UInt64, _ value: UInt64) {
    varint(number << 3)
    varint(value)
  }

  @inline(__always)
  func field(_ number: UInt64, _ value: Int64) {
    field(number, UInt64(bitPattern: value))
  }

  @inline(__always)
  func field(_ number: UInt64, fixed value: UInt64) {
    varint(number << 3 | 1)
    withUnsafeBytes(of: value.littleEndian) { buffer.append($0) }
  }

  func field(_ number: UInt64, _ text: String) {
    var text = text
    text.withUTF8 { field(number, UnsafeRawBufferPointer($0)) }
  }

  func field(_ number: UInt64, _ content: UnsafeRawBufferPointer) {
    varint(number << 3 | 2)
    varint(UInt64(content.count))
    buffer.append(content)
  }

  func field(_ number: UInt64, _ content: [UInt8]) {
    content.withUnsafeBytes { field(number, $0) }
  }

  /// Adds fields that were written elsewhere.
  func add(_ fields: ProtobufWriter) { buffer.append(fields.bytes) }

  func field(_ number: UInt64, _ message: ProtobufWriter) { field(number, message.bytes) }

  /// Begins a nested message.
  ///
  /// - Returns: The argument for ``closeMessage(_:)``.
  @inline(__always)
  func openMessage(_ number: UInt64) -> Int {
    varint(number << 3 | 2)
    buffer.append(0)
    return buffer.count
  }

  /// Ends the innermost message.
  @inline(__always)
  func closeMessage(_ start: Int) {
    let length = buffer.count - start
    // A byte was reserved for the length, which suffices for most messages.
    if length < 0x80 {
      buffer[start - 1] = UInt8(truncatingIfNeeded: length)
    } else {
      insertLength(length, start)
    }
  }

  private func insertLength(_ length: Int, _ start: Int) {
    var rest = length >> 7
    var extra = 1
    while rest >= 0x80 {
      rest >>= 7
      extra += 1
    }
    buffer.insertZeros(extra, at: start)
    rest = length
    for place in start - 1..<start + extra - 1 {
      buffer[place] = UInt8(truncatingIfNeeded: rest) | 0x80
      rest >>= 7
    }
    buffer[start + extra - 1] = UInt8(truncatingIfNeeded: rest)
  }

  /// Writes a nested message in a closure.
  @inline(__always)
  func message(_ number: UInt64, _ content: (inout ProtobufWriter) -> Void) {
    let start = openMessage(number)
    var writer = self
    content(&writer)
    closeMessage(start)
  }
}
