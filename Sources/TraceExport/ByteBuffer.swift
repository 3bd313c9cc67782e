/// Bytes that are put together, to be written when there are enough of them.
///
/// In memory of its own: an array is checked for other references and for room at each byte, which an
/// exporter adds by the hundred for each event.
final class ByteBuffer {
  private var start: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>
  private var limit: UnsafeMutablePointer<UInt8>

  init(capacity: Int = 4096) {
    start = .allocate(capacity: capacity)
    end = start
    limit = start + capacity
  }

  deinit { start.deallocate() }

  var count: Int { end - start }

  /// What is in it, until it is changed.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

  func removeAll() { end = start }

  /// Adds a byte.
  @inline(__always)
  func append(_ byte: UInt8) {
    if end == limit { grow(by: 1) }
    end.initialize(to: byte)
    end += 1
  }

  /// Adds bytes, which are not its own.
  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(end).copyMemory(from: base, byteCount: bytes.count)
    end += bytes.count
  }

  /// Adds a number, as people write it.
  func append(decimal number: UInt64) {
    // The largest has 20 digits, which are found from the last to the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var place = 20
      var rest = number
      repeat {
        place -= 1
        digits[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(digits)[place...]))
    }
  }

  /// Adds a number, as people write it.
  func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }

  /// Makes room for bytes that ``unchecked(_:)`` adds.
  @inline(__always)
  func reserve(_ count: Int) {
    if limit - end < count { grow(by: count) }
  }

  /// Adds a byte for which there is room.
  @inline(__always)
  func unchecked(_ byte: UInt8) {
    end.initialize(to: byte)
    end += 1
  }

  /// Puts zeros before a position, at which it moves what is there.
  func insertZeros(_ count: Int, at position: Int) {
    reserve(count)
    let place = UnsafeMutableRawPointer(start + position)
    (place + count).copyMemory(from: place, byteCount: self.count - position)
    place.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    end += count
  }

  subscript(position: Int) -> UInt8 {
    @inline(__always) get { start[position] }
    @inline(__always) set { start[position] = newValue }
  }

  private func grow(by count: Int) {
    let used = self.count
    let capacity = max(2 * (limit - start), used + count)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    new.moveInitialize(from: start, count: used)
    start.deallocate()
    start = new
    end = new + used
    limit = new + capacity
  }
}
