import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The index that LTTng writes beside a stream file: a list of the packets in it.
///
/// All numbers are big-endian. Version 1.0 has seven numbers of eight bytes for each packet, which
/// are the fields of ``Entry`` and the number of discarded events; later versions append others.
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

    fileprivate init(_ bytes: Data) {
      func number(_ position: Int) -> UInt64 { PacketIndex.number(bytes, at: 8 * position) }
      (offset, packetBits, contentBits) = (number(0), number(1), number(2))
      (begin, end, streamClass) = (number(3), number(4), number(6))
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
    let magic: UInt32 = Self.number(data, at: 0)
    let entrySize = Int(Self.number(data, at: 12) as UInt32)
    guard magic == Self.magic, entrySize >= Entry.size else { return nil }
    let list = data.dropFirst(Self.headerSize)
    guard list.count.isMultiple(of: entrySize) else { return nil }
    entries = stride(from: list.startIndex, to: list.endIndex, by: entrySize)
      .map { Entry(list[$0..<$0 + entrySize]) }
  }

  fileprivate static func number<Number: FixedWidthInteger>(_ bytes: Data, at offset: Int) -> Number
  {
    bytes.dropFirst(offset).prefix(MemoryLayout<Number>.size).reduce(0) { $0 << 8 | Number($1) }
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
