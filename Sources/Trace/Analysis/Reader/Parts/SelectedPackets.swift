/// The packets of one stream of one trace directory, in the order of their begins.
struct SelectedPackets {
  struct Packet {
    /// The first time of the clock.
    var begin: UInt64
    /// The last time of the clock.
    var end: UInt64
    /// The place among the packets of this stream in all directories.
    var order: Int
    /// Whether its events are read here, rather than in another directory that has it.
    var isRead: Bool
    /// The losses between the previous packet and this one.
    var loss: Loss?
  }

  struct Loss {
    /// The last time of the clock in the previous packet; `nil` for the first packet.
    var since: UInt64?
    /// The number of events that were discarded; `nil` if it is unknown.
    var events: UInt64? = 0
    /// The number of missing packets.
    var packets: UInt64 = 0
    /// Whether the packets are missing between two parts of a recording, so that the tracer need
    /// not have lost them.
    var isBetweenParts = false
  }

  /// The number of the stream, which is the same in all directories.
  let stream: Int
  var packets: [Packet] = []
  private var position = 0

  init(stream: Int) { self.stream = stream }

  /// The packet that begins at a time of the clock; later calls find later packets.
  ///
  /// The library may skip packets, but it keeps their order.
  mutating func next(begin: UInt64) -> Packet? {
    while position < packets.count, packets[position].begin < begin { position += 1 }
    guard position < packets.count, packets[position].begin == begin else { return nil }
    defer { position += 1 }
    return packets[position]
  }
}
