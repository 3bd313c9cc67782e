#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A stream file, seen as the sequence of packets that LTTng-UST writes.
///
/// libbabeltrace2 refuses a whole trace when one of its files ends in the middle of a packet, and
/// aborts the process on some packet headers that make no sense. Knowing where the packets start is
/// enough to give it only the part that is sound.
struct PacketFile {
  /// How much of the file can be read.
  struct Extent: Equatable {
    /// Offset of the first packet that is not whole.
    var wholePackets: Int
    /// How many bytes of that packet can be read, 0 if not even its header is sound.
    var partialPacket: Int
    /// The size of the file.
    var fileSize: Int

    var isWhole: Bool { wholePackets == fileSize }
  }

  let path: String

  private static let magic: UInt32 = 0xc1fc_1fc1

  // The packet header {magic, uuid, stream id, stream instance id} and the packet context
  // {timestamps, content size, packet size, …} of LTTng-UST, all of them byte-aligned.
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

  /// Walks along the packets; `nil` if it does not start with one.
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

  /// Copies what can be read, and has the last packet say that it ends where the file does.
  func copyReadablePart(_ extent: Extent, to destination: String) -> Bool {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(destination, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard output >= 0 else { return false }
    defer { close(output) }
    guard Self.copy(extent.wholePackets + extent.partialPacket, from: input, to: output) else {
      return false
    }
    guard extent.partialPacket > 0, let header = Header(input, at: extent.wholePackets) else {
      return true
    }
    let packetBits = UInt64(extent.partialPacket) * 8
    var sizes = [min(header.contentBits, packetBits), packetBits]
    if header.isSwapped { sizes = sizes.map(\.byteSwapped) }
    return pwrite(output, sizes, 16, off_t(extent.wholePackets + Self.contentSizeOffset)) == 16
  }

  private struct Header {
    var contentBits: UInt64
    /// In bytes.
    var packetSize: Int
    var isSwapped: Bool

    init?(_ file: Int32, at offset: Int) {
      var bytes = [UInt8](repeating: 0, count: headerSize)
      guard pread(file, &bytes, headerSize, off_t(offset)) == headerSize else { return nil }
      let fields = bytes.withUnsafeBytes { bytes in
        (
          magic: bytes.loadUnaligned(as: UInt32.self),
          contentBits: bytes.loadUnaligned(fromByteOffset: contentSizeOffset, as: UInt64.self),
          packetBits: bytes.loadUnaligned(fromByteOffset: packetSizeOffset, as: UInt64.self)
        )
      }
      guard fields.magic == magic || fields.magic.byteSwapped == magic else { return nil }
      isSwapped = fields.magic != magic
      contentBits = isSwapped ? fields.contentBits.byteSwapped : fields.contentBits
      let packetBits = isSwapped ? fields.packetBits.byteSwapped : fields.packetBits
      packetSize = Int(clamping: packetBits / 8)
      guard packetBits % 8 == 0, contentBits <= packetBits, contentBits >= headerSize * 8 else {
        return nil
      }
    }
  }

  private static func copy(_ count: Int, from input: Int32, to output: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    var remaining = count
    lseek(input, 0, SEEK_SET)
    while remaining > 0 {
      let received = read(input, &buffer, min(buffer.count, remaining))
      guard received > 0, write(output, buffer, received) == received else { return false }
      remaining -= received
    }
    return true
  }
}
