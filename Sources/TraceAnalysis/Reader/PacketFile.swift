#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A stream file as the sequence of packets that LTTng-UST writes.
///
/// libbabeltrace2 refuses a whole trace if one of its files ends in the middle of a packet, and
/// aborts the process on some invalid packet headers. The boundaries of the packets suffice to pass
/// it only the valid part.
struct PacketFile {
  /// The readable part of the file.
  struct Extent: Equatable {
    /// The offset of the first incomplete packet.
    var wholePackets: Int
    /// The number of readable bytes of that packet, 0 if not even its header is valid.
    var partialPacket: Int
    /// The size of the file.
    var fileSize: Int

    var isWhole: Bool { wholePackets == fileSize }
  }

  let path: String

  private static let magic: UInt32 = 0xc1fc_1fc1

  // The packet header {magic, uuid, stream id, stream instance id} and the packet context
  // {timestamps, content size, packet size, …} of LTTng-UST, all of them byte-aligned.
  private static let streamClassOffset = 20
  private static let beginOffset = 32
  private static let endOffset = 40
  private static let contentSizeOffset = 48
  private static let packetSizeOffset = 56
  private static let headerSize = 64

  static func startsWithPacket(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var word: UInt32 = 0
    guard pread(file, &word, 4, 0) == 4 else { return false }
    return word == magic || word.byteSwapped == magic
  }

  /// Scans the packets; `nil` if the file does not start with one.
  func extent() -> Extent? {
    guard Self.startsWithPacket(path) else { return nil }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let fileSize = Int(lseek(file, 0, SEEK_END))
    var offset = 0
    while offset < fileSize {
      guard let header = Header(file, at: offset) else { break }
      guard header.packetSize <= fileSize - offset else {
        return Extent(
          wholePackets: offset, partialPacket: fileSize - offset, fileSize: fileSize)
      }
      offset += header.packetSize
    }
    return Extent(wholePackets: offset, partialPacket: 0, fileSize: fileSize)
  }

  /// Writes an index that makes libbabeltrace2 read the readable part of the file in place.
  ///
  /// The library refuses a file without an index that does not end with a packet. With an index it
  /// compares only the sizes: here the last packet reaches to the end of the file.
  ///
  /// - Returns: The number of packets, `nil` if it cannot be written.
  func writeIndex(_ extent: Extent, to destination: String) -> Int? {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return nil }
    defer { close(input) }
    guard let output = fopen(destination, "wxe") else { return nil }
    var isWritten = Self.write([Self.indexMagic, 1, 0, Self.indexEntrySize], to: output)
    let end = extent.partialPacket > 0 ? extent.fileSize : extent.wholePackets
    var offset = 0
    var count = 0
    while isWritten, offset < end, let header = Header(input, at: offset) {
      let next = offset + header.packetSize
      let packetBits = UInt64((next < end ? next : extent.fileSize) - offset) * 8
      isWritten = Self.write(
        [
          UInt64(offset), packetBits, min(header.contentBits, packetBits), header.begin,
          max(header.begin, header.end), 0, UInt64(header.streamClass),
        ], to: output)
      offset = next
      count += 1
    }
    return fclose(output) == 0 && isWritten ? count : nil
  }

  // LTTng's index 1.0: all numbers are big-endian.
  private static let indexMagic: UInt32 = 0xc1f1_dcc1
  private static let indexEntrySize: UInt32 = 56

  private static func write<Number: FixedWidthInteger>(
    _ numbers: [Number], to file: UnsafeMutablePointer<FILE>
  ) -> Bool {
    let size = MemoryLayout<Number>.size
    return fwrite(numbers.map(\.bigEndian), size, numbers.count, file) == numbers.count
  }

  private struct Header {
    var streamClass: UInt32
    /// Times of the clock.
    var begin: UInt64
    var end: UInt64
    var contentBits: UInt64
    /// In bytes.
    var packetSize: Int

    init?(_ file: Int32, at offset: Int) {
      var bytes = [UInt8](repeating: 0, count: headerSize)
      guard pread(file, &bytes, headerSize, off_t(offset)) == headerSize else { return nil }
      let magic: UInt32 = Self.number(bytes, 0, isSwapped: false)
      guard magic == PacketFile.magic || magic.byteSwapped == PacketFile.magic else { return nil }
      let isSwapped = magic != PacketFile.magic
      streamClass = Self.number(bytes, streamClassOffset, isSwapped: isSwapped)
      begin = Self.number(bytes, beginOffset, isSwapped: isSwapped)
      end = Self.number(bytes, endOffset, isSwapped: isSwapped)
      contentBits = Self.number(bytes, contentSizeOffset, isSwapped: isSwapped)
      let packetBits: UInt64 = Self.number(bytes, packetSizeOffset, isSwapped: isSwapped)
      packetSize = Int(clamping: packetBits / 8)
      guard packetBits % 8 == 0, contentBits <= packetBits, contentBits >= headerSize * 8 else {
        return nil
      }
    }

    private static func number<Number: FixedWidthInteger>(
      _ bytes: [UInt8], _ offset: Int, isSwapped: Bool
    ) -> Number {
      let number = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
      }
      return isSwapped ? number.byteSwapped : number
    }
  }
}
