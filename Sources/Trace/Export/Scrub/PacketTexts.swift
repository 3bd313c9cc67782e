import TraceSchema

/// Finds the texts of the events in a packet.
struct PacketTexts {
  let layout: TraceLayout

  /// The reason why a packet cannot be masked.
  enum Failure: Error {
    /// The layout says nothing of its events.
    case unknown
  }

  private enum End: Error {
    /// An event reaches beyond the content.
    case reached
  }

  /// Calls a function for each text, which may change its bytes, and for each number.
  ///
  /// - Parameters:
  ///   - packet: The packet, which may be incomplete.
  ///   - stream: The class of its stream.
  ///   - end: The end of its content.
  ///   - text: Receives the event, the field, and the range of its bytes.
  ///   - number: The same for a number.
  /// - Returns: The end of the last complete event.
  func forEachText(
    in packet: [UInt8], stream: UInt64, end: Int,
    text: (_ event: String, _ field: String, Range<Int>) -> Void,
    number: (_ event: String, _ field: String, Range<Int>) -> Void
  ) throws -> Int {
    guard let class_ = layout.streams[stream] else { throw Failure.unknown }
    var cursor = Cursor(packet: packet, end: end, isBigEndian: layout.isBigEndian)
    let ignore: (String, Range<Int>) -> Void = { _, _ in }
    do {
      try cursor.visit(layout.packetHeader, text: ignore, number: ignore)
      try cursor.visit(class_.packetContext, text: ignore, number: ignore)
    } catch is End {
      return cursor.offset
    }
    var complete = cursor.offset
    while cursor.offset < end {
      do {
        let id = try cursor.eventID(isLarge: class_.hasLargeHeader)
        guard let event = layout.events[TraceLayout.EventKey(stream: stream, id: id)] else {
          throw Failure.unknown
        }
        // Contexts have no event: each event has them.
        try cursor.visit(class_.context, text: { text("", $0, $1) }, number: ignore)
        try cursor.visit(event.context, text: { text("", $0, $1) }, number: ignore)
        try cursor.visit(
          event.fields, text: { text(event.name, $0, $1) },
          number: { number(event.name, $0, $1) })
      } catch is End {
        return complete
      }
      complete = cursor.offset
    }
    return complete
  }

  private struct Cursor {
    let packet: [UInt8]
    let end: Int
    let isBigEndian: Bool
    var offset = 0
    private var counts: [String: Int] = [:]

    init(packet: [UInt8], end: Int, isBigEndian: Bool) {
      self.packet = packet
      self.end = end
      self.isBigEndian = isBigEndian
    }

    mutating func visit(
      _ fields: [TraceLayout.Field], text: (String, Range<Int>) -> Void,
      number: (String, Range<Int>) -> Void
    ) throws {
      for field in fields { try visit(field.name, field.kind, text: text, number: number) }
    }

    private mutating func visit(
      _ name: String, _ kind: TraceLayout.Kind, text: (String, Range<Int>) -> Void,
      number: (String, Range<Int>) -> Void
    ) throws {
      switch kind {
      case .number(let size, let alignment):
        let range = try take(size, alignment: alignment)
        counts[name] = Int(clamping: value(range))
        number(name, range)
      case .string:
        guard offset < end, let nul = packet[offset..<end].firstIndex(of: 0) else {
          throw End.reached
        }
        text(name, offset..<nul)
        offset = nul + 1
      case .array(.number(1, _), let count):
        let range = try take(count, alignment: 1)
        text(name, range.lowerBound..<(packet[range].firstIndex(of: 0) ?? range.upperBound))
      case .array(let element, let count):
        for _ in 0..<count { try visit(name, element, text: text, number: number) }
      case .sequence(let element, let count):
        guard let count = counts[count] else { throw Failure.unknown }
        try visit(name, .array(element, count: count), text: text, number: number)
      case .structure(let fields):
        try visit(fields, text: text, number: number)
      case .unsupported:
        throw Failure.unknown
      }
    }

    /// The header of an event.
    mutating func eventID(isLarge: Bool) throws -> UInt64 {
      let word = try take(isLarge ? 2 : 1, alignment: 1)
      let extended: UInt64 = isLarge ? 0xffff : 31
      var id = value(word)
      // The first bits of a byte are its low ones, or in the other byte order its high ones.
      if !isLarge { id = isBigEndian ? id >> 3 : id & 31 }
      guard id == extended else {
        _ = try take(isLarge ? 4 : 3, alignment: 1)
        return id
      }
      id = value(try take(4, alignment: 1))
      _ = try take(8, alignment: 1)
      return id
    }

    private mutating func take(_ size: Int, alignment: Int) throws -> Range<Int> {
      let start = (offset + alignment - 1) / alignment * alignment
      guard size >= 0, start <= end, size <= end - start else { throw End.reached }
      offset = start + size
      return start..<offset
    }

    private func value(_ range: Range<Int>) -> UInt64 {
      guard range.count <= 8 else { return 0 }
      let bytes = packet[range]
      return isBigEndian
        ? bytes.reduce(0) { $0 << 8 | UInt64($1) }
        : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
