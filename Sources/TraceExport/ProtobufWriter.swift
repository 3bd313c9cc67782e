/// Writes messages in the wire format of Protocol Buffers, field by field.
///
/// Rather than swift-protobuf: that makes an object of each message before it writes one, which is several
/// allocations per event where this has none. What is written here are a dozen messages of one event
/// each, a million times a second.
struct ProtobufWriter {
  private(set) var bytes: ContiguousArray<UInt8> = []

  init(capacity: Int = 4096) { bytes.reserveCapacity(capacity) }

  var count: Int { bytes.count }

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  @inline(__always)
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func field(_ number: UInt64, _ value: UInt64) {
    varint(number << 3)
    varint(value)
  }

  @inline(__always)
  mutating func field(_ number: UInt64, _ value: Int64) {
    field(number, UInt64(bitPattern: value))
  }

  mutating func field(_ number: UInt64, fixed value: UInt64) {
    varint(number << 3 | 1)
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func field(_ number: UInt64, _ text: String) {
    var text = text
    text.withUTF8 { field(number, UnsafeRawBufferPointer($0)) }
  }

  mutating func field(_ number: UInt64, _ content: UnsafeRawBufferPointer) {
    varint(number << 3 | 2)
    varint(UInt64(content.count))
    bytes.append(contentsOf: content)
  }

  mutating func field(_ number: UInt64, _ content: [UInt8]) {
    content.withUnsafeBytes { field(number, $0) }
  }

  /// Adds fields that were written before.
  mutating func add(_ fields: ProtobufWriter) { bytes.append(contentsOf: fields.bytes) }

  mutating func field(_ number: UInt64, _ message: ProtobufWriter) {
    message.bytes.withUnsafeBytes { field(number, $0) }
  }

  /// Begins a message within the one that is being written.
  ///
  /// - Returns: What ``closeMessage(_:)`` has to be given.
  @inline(__always)
  mutating func openMessage(_ number: UInt64) -> Int {
    varint(number << 3 | 2)
    bytes.append(0)
    return bytes.count
  }

  /// Ends the message that was begun last.
  @inline(__always)
  mutating func closeMessage(_ start: Int) {
    let length = bytes.count - start
    // A byte was left for the length, which is enough for most.
    if length < 0x80 {
      bytes[start - 1] = UInt8(truncatingIfNeeded: length)
    } else {
      insertLength(length, start)
    }
  }

  private mutating func insertLength(_ length: Int, _ start: Int) {
    var rest = length >> 7
    var extra = 1
    while rest >= 0x80 {
      rest >>= 7
      extra += 1
    }
    bytes.append(contentsOf: repeatElement(0, count: extra))
    bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      (base + start + extra).copyMemory(from: base + start, byteCount: length)
      rest = length
      for place in start - 1..<start + extra - 1 {
        buffer[place] = UInt8(truncatingIfNeeded: rest) | 0x80
        rest >>= 7
      }
      buffer[start + extra - 1] = UInt8(truncatingIfNeeded: rest)
    }
  }

  /// Runs a closure for a message within the one that is being written.
  @inline(__always)
  mutating func message(_ number: UInt64, _ content: (inout ProtobufWriter) -> Void) {
    let start = openMessage(number)
    content(&self)
    closeMessage(start)
  }
}
