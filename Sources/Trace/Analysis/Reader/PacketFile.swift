#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A stream file as the sequence of packets that LTTng-UST writes.
///
/// libbabeltrace2 refuses a whole trace if one of its files ends in the middle of a packet, and
/// aborts the process on some invalid packet headers. The boundaries of the packets suffice to pass
/// it only the valid part.
package struct PacketFile {
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

  package static func startsWithPacket(_ path: String) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var word: UInt32 = 0
    guard pread(file, &word, 4, 0) == 4 else { return false }
    return word == PacketHeader.magic || word.byteSwapped == PacketHeader.magic
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
      guard let header = PacketHeader(file, at: offset) else { break }
      guard header.packetSize <= fileSize - offset else {
        return Extent(
          wholePackets: offset, partialPacket: fileSize - offset, fileSize: fileSize)
      }
      offset += header.packetSize
    }
    return Extent(wholePackets: offset, partialPacket: 0, fileSize: fileSize)
  }

  /// The readable packets, in the order of the file.
  ///
  /// - Parameters:
  ///   - count: The maximum number of packets.
  ///   - body: Receives each header, with the number of bytes of content that the file has.
  func forEachPacket(atMost count: Int, _ body: (PacketHeader, _ bytes: Int) -> Void) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    let fileSize = Int(lseek(file, 0, SEEK_END))
    var offset = 0
    for _ in 0..<count {
      guard offset < fileSize, let header = PacketHeader(file, at: offset) else { return }
      body(header, min(Int(header.contentBits / 8), fileSize - offset))
      guard header.packetSize <= fileSize - offset else { return }
      offset += header.packetSize
    }
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
    var isWritten = PacketIndex.writeHeader(to: output)
    let end = extent.partialPacket > 0 ? extent.fileSize : extent.wholePackets
    var offset = 0
    var count = 0
    while isWritten, offset < end, let header = PacketHeader(input, at: offset) {
      let next = offset + header.packetSize
      var entry = header.indexEntry(at: offset)
      entry.packetBits = UInt64((next < end ? next : extent.fileSize) - offset) * 8
      entry.contentBits = min(entry.contentBits, entry.packetBits)
      entry.end = max(entry.begin, entry.end)
      isWritten = entry.write(to: output)
      offset = next
      count += 1
    }
    return fclose(output) == 0 && isWritten ? count : nil
  }

  /// Whether an index lists exactly the packets of this file.
  ///
  /// libbabeltrace2 aborts the process if an index leads it to a place behind the end of the file.
  func isListed(by index: PacketIndex) -> Bool {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    var offset = 0
    for entry in index.entries {
      guard let header = PacketHeader(file, at: offset), header.indexEntry(at: offset) == entry
      else {
        return false
      }
      offset += header.packetSize
    }
    return offset == Int(lseek(file, 0, SEEK_END))
  }
}
