/// Reads the trace of a recording, event by event, in the order of time.
///
/// ```swift
/// let reader = TraceReader(directory: "my-recording")
/// let summary = try reader.forEachEvent { event in
///   if case .actionBegin(let begin) = event.payload {
///     print(event.timestamp, reader.names[begin.name])
///   }
/// }
/// ```
///
/// Memory does not grow with the trace. Damage does not throw: everything up to it is delivered, other
/// streams are read on, and ``TraceSummary/damage`` says what is missing.
public struct TraceReader {
  /// The directory below which traces are looked for.
  public let directory: String

  /// The texts that events refer to.
  public let names = NameTable()

  /// The messages of the event that is being delivered.
  public let texts = EventTexts()

  /// The processes and threads that events refer to, as far as the trace has been read.
  public let participants = TraceParticipants()

  /// Called now and then while the trace is read, as for a line on a terminal: about once for every 4,000
  /// events.
  public var onProgress: ((ReadingProgress) -> Void)?

  /// Creates a reader for all traces below a directory.
  public init(directory: String) {
    self.directory = directory
  }

  /// Calls a function for each event of the provider `composable`.
  ///
  /// - Parameter body: Called with one event after the other. When it throws, reading ends.
  /// - Returns: What there was, with losses and damage.
  /// - Throws: ``TraceReaderError`` when there is nothing to read, or what `body` throws.
  public func forEachEvent(_ body: (TraceEvent) throws -> Void) throws -> TraceSummary {
    try forEachMessage { message in
      if case .event(let event) = message { try body(event) }
    }
  }

  /// Calls a function for each event, and for each gap where events were lost.
  func forEachMessage(_ body: (TraceMessage) throws -> Void) throws -> TraceSummary {
    let found = try TraceDirectories(below: directory)
    let library = try Babeltrace()
    let decoder = EventDecoder(names: names, texts: texts, participants: participants)
    let sources = TraceSources(found.traces)
    defer { sources.removeCopies() }
    try withoutActuallyEscaping(body) { body in
      let merger = StreamMerger(decoder: decoder, body: body)
      if let onProgress {
        merger.onProgress = { part in
          onProgress(ReadingProgress(events: decoder.eventCount, part: part))
        }
        merger.packets = PacketCount(of: found.traces)
      }
      try library.read(sources, into: merger)
      if let error = merger.bodyError { throw error }
      decoder.summary.losses = merger.losses(named: sources)
    }
    var summary = decoder.summary
    summary.damage = found.damage + sources.damage
    return summary
  }
}
