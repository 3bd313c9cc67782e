/// Selects the packets to read, so that each event is read once.
///
/// Snapshots of one buffer overlap, and a recording may lie beside its copy. A packet is identified
/// by the UUID of its trace, the number of its stream, its number in the stream, and its first
/// time. Of several copies the longest is read: a file can end in the middle of a packet. The
/// numbers also give the losses, across the boundaries of parts.
struct PacketSelection {
  private(set) var relations: [PartRelation] = []
  private var selected: [Location: SelectedPackets] = [:]

  /// A stream in a trace directory.
  private struct Location: Hashable {
    var source: Int
    var streamClass: UInt64
    var instance: UInt64
  }

  /// A stream in all trace directories.
  private struct Stream: Hashable {
    /// The number of the trace.
    var trace: Int
    var streamClass: UInt64
    var instance: UInt64

    /// The order of events of the same time: of traces by their first packets, so that it does not
    /// depend on the order of the sources.
    static func precedes(_ left: Self, _ right: Self, _ begins: [UInt64]) -> Bool {
      (begins[left.trace], left.trace, left.streamClass, left.instance)
        < (begins[right.trace], right.trace, right.streamClass, right.instance)
    }
  }

  private struct Copy {
    var source: Int
    var begin: UInt64
    var end: UInt64
    var sequenceNumber: UInt64
    var discardedEvents: UInt64
    /// The readable bytes.
    var bytes: Int

    func isSamePacket(as other: Copy) -> Bool {
      begin == other.begin && sequenceNumber == other.sequenceNumber
    }

    /// By time, then by packet, then with the copy to read at first.
    static func precedes(_ left: Self, _ right: Self) -> Bool {
      (left.begin, left.sequenceNumber, right.bytes, left.source)
        < (right.begin, right.sequenceNumber, left.bytes, right.source)
    }
  }

  /// No selection: everything is read.
  init() {}

  /// Scans the headers of all packets.
  init(of sources: TraceSources) {
    var copies: [Stream: [Copy]] = [:]
    var traces: [UInt128: Int] = [:]
    // The first times of the traces.
    var begins: [UInt64] = []
    for source in sources.readable {
      let directory = sources.path(of: source)
      guard MetadataCheck.numbersPackets(directory + "/metadata") else { continue }
      for name in TraceRepair.streams(in: directory) {
        let index = PacketIndex(path: PacketIndex.path(of: name, in: directory))
        PacketFile(path: directory + "/" + name).forEachPacket(
          atMost: index?.entries.count ?? .max
        ) { header, bytes in
          guard let counters = header.counters else { return }
          let trace = traces[header.trace] ?? traces.count
          traces[header.trace] = trace
          if trace == begins.count { begins.append(header.begin) }
          begins[trace] = min(begins[trace], header.begin)
          let stream = Stream(
            trace: trace, streamClass: UInt64(header.streamClass), instance: header.streamInstance)
          copies[stream, default: []].append(
            Copy(
              source: source, begin: header.begin, end: header.end,
              sequenceNumber: counters.sequenceNumber, discardedEvents: counters.discardedEvents,
              bytes: bytes))
        }
      }
    }
    var parts = RecordingParts(sources)
    for (number, stream) in copies.keys.sorted(by: { Stream.precedes($0, $1, begins) })
      .enumerated()
    {
      select(copies[stream] ?? [], of: stream, number, &parts)
    }
    relations = parts.relations
  }

  /// The packets of a stream in a source, `nil` if they cannot be identified.
  func packets(source: Int, streamClass: UInt64, instance: UInt64) -> SelectedPackets? {
    selected[Location(source: source, streamClass: streamClass, instance: instance)]
  }

  private mutating func select(
    _ copies: [Copy], of stream: Stream, _ number: Int, _ parts: inout RecordingParts
  ) {
    let copies = copies.sorted(by: Copy.precedes)
    var previous: (copy: Copy, parts: [Int])?
    var mostDiscarded: UInt64 = 0
    var order = 0
    var start = copies.startIndex
    while start < copies.endIndex {
      let first = copies[start]
      let end = copies[start...].firstIndex { !$0.isSamePacket(as: first) } ?? copies.endIndex
      let holders = parts.add(
        Set(copies[start..<end].map(\.source)), begin: first.begin, end: first.end)
      let loss = loss(before: first, holders, previous, mostDiscarded, &parts)
      var known: Set<Int> = []
      for copy in copies[start..<end] where known.insert(copy.source).inserted {
        let location = Location(
          source: copy.source, streamClass: stream.streamClass, instance: stream.instance)
        selected[location, default: SelectedPackets(stream: number)].packets.append(
          SelectedPackets.Packet(
            begin: copy.begin, end: copy.end, order: order, isRead: copy.source == first.source,
            loss: loss))
      }
      mostDiscarded = max(mostDiscarded, first.discardedEvents)
      previous = (first, holders)
      order += 1
      start = end
    }
  }

  private func loss(
    before packet: Copy, _ holders: [Int], _ previous: (copy: Copy, parts: [Int])?,
    _ mostDiscarded: UInt64, _ parts: inout RecordingParts
  ) -> SelectedPackets.Loss? {
    guard let previous else {
      return packet.discardedEvents > 0 ? SelectedPackets.Loss(since: nil, events: nil) : nil
    }
    var loss = SelectedPackets.Loss(since: previous.copy.end)
    // LTTng counts across packets, but under load some packets say 0.
    if packet.discardedEvents > mostDiscarded {
      loss.events = packet.discardedEvents - mostDiscarded
    }
    let (distance, isEarlier) = packet.sequenceNumber.subtractingReportingOverflow(
      previous.copy.sequenceNumber)
    if !isEarlier, distance > 1 {
      loss.packets = distance - 1
      loss.isBetweenParts = Set(holders).isDisjoint(with: previous.parts)
      if loss.isBetweenParts {
        parts.addGap(
          after: previous.parts, before: holders, packets: loss.packets, begin: previous.copy.end,
          end: packet.begin)
      }
    }
    return loss.events == 0 && loss.packets == 0 ? nil : loss
  }
}
