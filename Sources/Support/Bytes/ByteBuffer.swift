/// Bytes that are collected, to be written when there are enough of them.
///
/// In memory of its own: an array is checked for uniqueness and capacity at each byte, which an
/// exporter adds by the hundred for each event.
package final class ByteBuffer {
  @usableFromInline
  struct Memory {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var end: UnsafeMutablePointer<UInt8>
    @usableFromInline var limit: UnsafeMutablePointer<UInt8>

    @usableFromInline
    init(capacity: Int) {
      start = .allocate(capacity: capacity)
      end = start
      limit = start + capacity
    }
  }

  // Behind a pointer: variables of a class are checked for exclusive access in other modules than
  // their own.
  @usableFromInline let memory = UnsafeMutablePointer<Memory>.allocate(capacity: 1)

  package init(capacity: Int = 256) {
    memory.initialize(to: Memory(capacity: max(capacity, 1)))
  }

  deinit {
    memory.pointee.start.deallocate()
    memory.deallocate()
  }

  @inlinable
  package var count: Int { memory.pointee.end - memory.pointee.start }

  @inlinable
  package var isEmpty: Bool { count == 0 }

  /// The contents, valid until the next change.
  @inlinable
  package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: memory.pointee.start, count: count)
  }

  @inlinable
  package func removeAll() { memory.pointee.end = memory.pointee.start }

  @inlinable
  package subscript(position: Int) -> UInt8 {
    get { memory.pointee.start[position] }
    set { memory.pointee.start[position] = newValue }
  }

  // MARK: - Adding

  /// Adds a byte.
  @inlinable @inline(__always)
  package func append(_ byte: UInt8) {
    if memory.pointee.end == memory.pointee.limit { grow(by: 1) }
    unchecked(byte)
  }

  /// Adds bytes, which must not be its own.
  @inlinable @inline(__always)
  package func append(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(memory.pointee.end).copyMemory(from: base, byteCount: bytes.count)
    memory.pointee.end += bytes.count
  }

  @inlinable @inline(__always)
  package func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable
  package func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Adds the contents of another buffer.
  @inlinable
  package func append(_ other: ByteBuffer) { append(other.bytes) }

  /// Adds a number in decimal digits, with leading zeros up to a minimum length.
  package func append(decimal number: UInt64, digits: Int = 1) {
    // The largest has 20 digits, which are found from the last to the first.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { all in
      var place = 20
      var rest = number
      repeat {
        place -= 1
        all[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0 || 20 - place < digits
      append(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(all)[place...]))
    }
  }

  /// Adds a number in decimal digits.
  package func append(decimal number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    append(decimal: number.magnitude)
  }

  /// Reserves room for bytes that ``unchecked(_:)`` adds.
  @inlinable @inline(__always)
  package func reserve(_ count: Int) {
    if memory.pointee.limit - memory.pointee.end < count { grow(by: count) }
  }

  /// Adds a byte for which there is room.
  @inlinable @inline(__always)
  package func unchecked(_ byte: UInt8) {
    memory.pointee.end.initialize(to: byte)
    memory.pointee.end += 1
  }

  /// Inserts zeros at a position.
  package func insertZeros(_ count: Int, at position: Int) {
    reserve(count)
    let place = UnsafeMutableRawPointer(memory.pointee.start + position)
    (place + count).copyMemory(from: place, byteCount: self.count - position)
    place.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    memory.pointee.end += count
  }

  @usableFromInline
  func grow(by count: Int) {
    let old = memory.pointee
    let used = self.count
    memory.pointee = Memory(capacity: max(2 * (old.limit - old.start), used + count))
    memory.pointee.start.moveInitialize(from: old.start, count: used)
    memory.pointee.end += used
    old.start.deallocate()
  }
}
