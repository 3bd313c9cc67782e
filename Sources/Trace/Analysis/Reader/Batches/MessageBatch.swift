/// A decoded part of a trace, which ``TraceProducer`` passes to the thread that reads the trace.
///
/// Unchecked: it belongs to one thread at a time, and ``BatchChannel`` transfers it.
final class MessageBatch: @unchecked Sendable {
  // Memory of its own: an array would be checked for uniqueness and capacity at each event.
  private let events = UnsafeMutablePointer<TraceEvent>.allocate(capacity: MessageBatch.eventLimit)
  private var eventCount = 0
  private var gaps: [(position: Int, gap: TraceGap)] = []

  private var texts: [Texts] = []
  private var bytes = ContiguousArray<UInt8>()

  /// The names that are new in this batch.
  var names: [TraceName] = []
  /// The names so far that are beyond the capacity of the table.
  var furtherNames = DistinctCount()
  /// All processes, if any has changed since the previous batch.
  var processes: [TraceProcess]?
  /// The threads that are new in this batch.
  var threads: [TraceThread] = []
  /// The names of the machines of all streams.
  var hosts: Set<String> = []
  var progress: ReadingProgress?
  /// The time of the first event of the trace.
  var start: Int64?
  /// Whether all events so far have the context `vpid`.
  var hasProcessContext = false

  /// The free texts of an event: their ranges in the bytes.
  private struct Texts {
    /// The event's position.
    var event: Int
    var message: Range<Int>
    var metadata: Range<Int>
  }

  // Few enough for all of them to stay in a processor's cache until they are read.
  private static let eventLimit = 1024
  private static let byteLimit = 1 << 20

  init() {}

  deinit { events.deallocate() }

  /// Whether the batch is full: nothing more may be added then.
  @inline(__always)
  var isFull: Bool {
    eventCount == Self.eventLimit || bytes.count >= Self.byteLimit || gaps.count >= Self.eventLimit
  }

  @inline(__always)
  func add(_ event: TraceEvent) {
    (events + eventCount).initialize(to: event)
    eventCount += 1
  }

  /// Adds a gap that became known before the next event.
  func add(_ gap: TraceGap) { gaps.append((eventCount, gap)) }

  /// Stores the texts of the next event.
  func keep(message: UnsafeRawBufferPointer, metadata: UnsafeRawBufferPointer) {
    texts.append(
      Texts(event: eventCount, message: add(message), metadata: add(metadata)))
  }

  private func add(_ text: UnsafeRawBufferPointer) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: text)
    return start..<bytes.count
  }

  /// Calls functions for each event, with its texts in `current`, and for each gap.
  func forEach(
    texts current: EventTexts, event body: (TraceEvent) throws -> Void,
    gap: (TraceGap) throws -> Void
  ) throws {
    defer { current.removeAll() }
    try bytes.withUnsafeBytes { bytes in
      var nextText = 0
      var nextGap = 0
      for position in 0..<eventCount {
        while nextGap < gaps.count, gaps[nextGap].position == position {
          try gap(gaps[nextGap].gap)
          nextGap += 1
        }
        guard nextText < texts.count, texts[nextText].event == position else {
          try body(events[position])
          continue
        }
        let text = texts[nextText]
        nextText += 1
        current.set(
          message: UnsafeRawBufferPointer(rebasing: bytes[text.message]),
          metadata: UnsafeRawBufferPointer(rebasing: bytes[text.metadata]))
        try body(events[position])
        current.removeAll()
      }
      for (_, last) in gaps[nextGap...] { try gap(last) }
    }
  }

  func removeAll() {
    eventCount = 0
    gaps.removeAll()
    texts.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: bytes.count < 2 * Self.byteLimit)
    names.removeAll()
    processes = nil
    threads.removeAll()
    progress = nil
  }
}
