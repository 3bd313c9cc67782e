import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The index that LTTng writes beside a stream file: a list of the packets in it.
///
/// All numbers are big-endian. Version 1.0 has seven numbers of eight bytes for each packet, which
/// are those of ``Entry`` and the number of discarded events; later versions append others.
struct PacketIndex {
  struct Entry: Equatable {
    /// In bytes.
    var offset: UInt64
    var packetBits: UInt64
    var contentBits: UInt64
    /// Times of the clock.
    var begin: UInt64
    var end: UInt64
    var streamClass: UInt64

    fileprivate static let size = 56

    fileprivate init?(_ bytes: some Sequence<UInt8>) {
      var numbers: [UInt64] = []
      var iterator = bytes.makeIterator()
      for _ in 0..<Self.size / 8 {
        var number: UInt64 = 0
        for _ in 0..<8 {
          guard let byte = iterator.next() else { return nil }
          number = number << 8 | UInt64(byte)
        }
        numbers.append(number)
      }
      (offset, packetBits, contentBits) = (numbers[0], numbers[1], numbers[2])
      (begin, end, streamClass) = (numbers[3], numbers[4], numbers[6])
    }

    init(
      offset: UInt64, packetBits: UInt64, contentBits: UInt64, begin: UInt64, end: UInt64,
      streamClass: UInt64
    ) {
      (self.offset, self.packetBits, self.contentBits) = (offset, packetBits, contentBits)
      (self.begin, self.end, self.streamClass) = (begin, end, streamClass)
    }

    /// Writes the entry, with no event discarded.
    ///
    /// - Returns: Whether it could be written.
    func write(to file: UnsafeMutablePointer<FILE>) -> Bool {
      PacketIndex.write([offset, packetBits, contentBits, begin, end, 0, streamClass], to: file)
    }
  }

  var entries: [Entry]

  private static let magic: UInt32 = 0xc1f1_dcc1
  private static let headerSize = 16

  /// The index of a stream file, in the directory of its trace.
  static func path(of stream: String, in directory: String) -> String {
    "\(directory)/index/\(stream).idx"
  }

  /// Reads an index; `nil` if it is none.
  init?(path: String) {
    guard let data = FileManager.default.contents(atPath: path), data.count >= Self.headerSize
    else {
      return nil
    }
    func word(_ position: Int) -> UInt32 {
      data[data.startIndex + 4 * position..<data.startIndex + 4 * (position + 1)]
        .reduce(0) { $0 << 8 | UInt32($1) }
    }
    let entrySize = Int(word(3))
    guard word(0) == Self.magic, entrySize >= Entry.size else { return nil }
    let list = data.dropFirst(Self.headerSize)
    guard list.count.isMultiple(of: entrySize) else { return nil }
    entries = stride(from: list.startIndex, to: list.endIndex, by: entrySize)
      .compactMap { Entry(list[$0..<$0 + entrySize]) }
  }

  /// Begins an index of version 1.0.
  ///
  /// - Returns: Whether it could be written.
  static func writeHeader(to file: UnsafeMutablePointer<FILE>) -> Bool {
    write([magic, 1, 0, UInt32(Entry.size)], to: file)
  }

  fileprivate static func write<Number: FixedWidthInteger>(
    _ numbers: [Number], to file: UnsafeMutablePointer<FILE>
  ) -> Bool {
    let size = MemoryLayout<Number>.size
    return fwrite(numbers.map(\.bigEndian), size, numbers.count, file) == numbers.count
  }
}
