/// A trace that is read in parts, as it has more streams than files that can be open.
///
/// The streams of each part are merged and spooled; in the end, the parts are merged.
struct SpooledStreams {
  private var parts: [EventSpool] = []

  /// Starts a part, to which all further messages of the writer belong.
  mutating func beginPart(_ writer: BatchWriter) throws(TraceReaderError) {
    let part = try EventSpool()
    parts.append(part)
    writer.spool(into: part)
  }

  /// Delivers all messages to the writer, in the order of time.
  func deliver(to writer: BatchWriter) throws(TraceReaderError) {
    writer.spool(into: nil)
    try writer.checkSpool()
    var heap = MergeHeap()
    for (index, part) in parts.enumerated() {
      try part.rewind()
      if let next = try part.nextPlace(gapsTo: writer) {
        heap.insert(timestamp: next.timestamp, rank: next.rank, stream: index)
      }
    }
    while let first = heap.first {
      let part = parts[first.stream]
      guard try part.takeEvent(to: writer) else { return }
      if let next = try part.nextPlace(gapsTo: writer) {
        heap.replaceFirst(timestamp: next.timestamp, rank: next.rank)
      } else {
        heap.removeFirst()
      }
    }
  }
}
