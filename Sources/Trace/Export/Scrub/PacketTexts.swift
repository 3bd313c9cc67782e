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
  ///   - rest: Receives the bytes behind the NUL of a text of fixed size, which mean nothing.
  /// - Returns: The end of the last complete event.
  func forEachText(
    in packet: [UInt8], stream: UInt64, end: Int,
    text: @escaping (_ event: String, _ field: String, Range<Int>) -> Void,
    number: @escaping (_ event: String, _ field: String, Range<Int>) -> Void,
    rest: @escaping (Range<Int>) -> Void
  ) throws -> Int {
    guard let class_ = layout.streams[stream] else { throw Failure.unknown }
    var cursor = Cursor(packet: packet, end: end, isBigEndian: layout.isBigEndian)
    let none = Cursor.Visitor(text: { _, _, _ in }, number: { _, _, _ in }, rest: { _ in })
    // Contexts have no event: each event has them.
    let context = Cursor.Visitor(text: text, number: none.number, rest: rest)
    var fields = Cursor.Visitor(text: text, number: number, rest: rest)
    do {
      try cursor.visit(layout.packetHeader, none)
      try cursor.visit(class_.packetContext, none)
    } catch is End {
      return cursor.offset
    }
    var complete = cursor.offset
    while cursor.offset < end {
      do {
        let id = try cursor.eventID(class_.eventHeader)
        guard let event = layout.events[TraceLayout.EventKey(stream: stream, id: id)] else {
          throw Failure.unknown
        }
        try cursor.visit(class_.context, context)
        try cursor.visit(event.context, context)
        fields.event = event.name
        try cursor.visit(event.fields, fields)
      } catch is End {
        return complete
      }
      complete = cursor.offset
    }
    return complete
  }

  private struct Cursor {
    /// Receives the parts of a packet.
    struct Visitor {
      var event = ""
      let text: (_ event: String, _ field: String, Range<Int>) -> Void
      let number: (_ event: String, _ field: String, Range<Int>) -> Void
      let rest: (Range<Int>) -> Void
    }

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

    mutating func visit(_ fields: [TraceLayout.Field], _ visitor: Visitor) throws {
      _ = try take(0, alignment: TraceLayout.alignment(of: fields))
      for field in fields { try visit(field.name, field.kind, visitor) }
    }

    private mutating func visit(
      _ name: String, _ kind: TraceLayout.Kind, _ visitor: Visitor
    ) throws {
      switch kind {
      case .number(let size, let alignment):
        let range = try take(size, alignment: alignment)
        counts[name] = Int(clamping: value(range))
        visitor.number(visitor.event, name, range)
      case .string:
        guard offset < end, let nul = packet[offset..<end].firstIndex(of: 0) else {
          throw End.reached
        }
        visitor.text(visitor.event, name, offset..<nul)
        offset = nul + 1
      case .array(.number(1, _), let count):
        let range = try take(count, alignment: 1)
        let end = packet[range].firstIndex(of: 0) ?? range.upperBound
        visitor.text(visitor.event, name, range.lowerBound..<end)
        if end < range.upperBound { visitor.rest(end..<range.upperBound) }
      case .sequence(.number(1, _), let count):
        guard let count = counts[count] else { throw Failure.unknown }
        // The length says where the text ends: a NUL is a part of it.
        visitor.text(visitor.event, name, try take(count, alignment: 1))
      case .array(let element, let count):
        for _ in 0..<count { try visit(name, element, visitor) }
      case .sequence(let element, let count):
        guard let count = counts[count] else { throw Failure.unknown }
        try visit(name, .array(element, count: count), visitor)
      case .structure(let fields):
        try visit(fields, visitor)
      case .unsupported:
        throw Failure.unknown
      }
    }

    /// The header of an event.
    mutating func eventID(_ header: TraceLayout.EventHeader) throws -> UInt64 {
      let isLarge = header.isLarge
      let word = try take(isLarge ? 2 : 1, alignment: header.alignment)
      let extended: UInt64 = isLarge ? 0xffff : 31
      var id = value(word)
      // The first bits of a byte are its low ones, or in the other byte order its high ones.
      if !isLarge { id = isBigEndian ? id >> 3 : id & 31 }
      guard id == extended else {
        _ = try take(isLarge ? 4 : 3, alignment: header.timeAlignment)
        return id
      }
      id = value(try take(4, alignment: header.longIDAlignment))
      _ = try take(8, alignment: header.longTimeAlignment)
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
