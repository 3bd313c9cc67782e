#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The header and the context of a packet as LTTng writes them, which identify the packet: the
/// stream and the sequence number in it are the same wherever the packet is stored.
package struct PacketHeader {
  /// The UUID of the trace.
  var trace: UInt128
  package var streamClass: UInt32
  var streamInstance: UInt64
  /// Times of the clock.
  var begin: UInt64
  var end: UInt64
  package var contentBits: UInt64
  /// In bytes.
  package var packetSize: Int
  /// The number of the packet in its stream, and the number of events that the stream has lost up
  /// to its end; `nil` in a file that ends before them.
  var counters: Counters?

  struct Counters {
    var sequenceNumber: UInt64
    var discardedEvents: UInt64
  }

  static let magic: UInt32 = 0xc1fc_1fc1

  // The packet header {magic, uuid, stream id, stream instance id} and the packet context
  // {timestamps, content size, packet size, sequence number, discarded events, …} of LTTng, all of
  // them byte-aligned.
  private static let traceOffset = 4
  private static let streamClassOffset = 20
  private static let streamInstanceOffset = 24
  private static let beginOffset = 32
  private static let endOffset = 40
  private static let contentSizeOffset = 48
  private static let packetSizeOffset = 56
  private static let sequenceNumberOffset = 64
  private static let discardedEventsOffset = 72
  private static let size = 80
  /// The part that packets of all versions have.
  private static let minimumSize = 64

  func indexEntry(at offset: Int) -> PacketIndex.Entry {
    PacketIndex.Entry(
      offset: UInt64(offset), packetBits: UInt64(packetSize) * 8, contentBits: contentBits,
      begin: begin, end: end, streamClass: UInt64(streamClass))
  }

  /// Reads the header at an offset of a file; `nil` if there is none.
  package init?(_ file: Int32, at offset: Int) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = pread(file, &bytes, Self.size, off_t(offset))
    guard count >= Self.minimumSize else { return nil }
    let magic: UInt32 = Self.number(bytes, 0, isSwapped: false)
    guard magic == Self.magic || magic.byteSwapped == Self.magic else { return nil }
    let isSwapped = magic != Self.magic
    trace = Self.number(bytes, Self.traceOffset, isSwapped: false)
    streamClass = Self.number(bytes, Self.streamClassOffset, isSwapped: isSwapped)
    streamInstance = Self.number(bytes, Self.streamInstanceOffset, isSwapped: isSwapped)
    begin = Self.number(bytes, Self.beginOffset, isSwapped: isSwapped)
    end = Self.number(bytes, Self.endOffset, isSwapped: isSwapped)
    contentBits = Self.number(bytes, Self.contentSizeOffset, isSwapped: isSwapped)
    let packetBits: UInt64 = Self.number(bytes, Self.packetSizeOffset, isSwapped: isSwapped)
    packetSize = Int(clamping: packetBits / 8)
    if count == Self.size {
      counters = Counters(
        sequenceNumber: Self.number(bytes, Self.sequenceNumberOffset, isSwapped: isSwapped),
        discardedEvents: Self.number(bytes, Self.discardedEventsOffset, isSwapped: isSwapped))
    }
    // The library reads sizes as signed numbers, and aborts if only one of them is negative.
    guard packetBits % 8 == 0, packetBits <= Int64.max, contentBits <= packetBits,
      contentBits >= Self.minimumSize * 8
    else { return nil }
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
