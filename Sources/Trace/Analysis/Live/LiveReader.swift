/// Reads a live session from a relay daemon, event by event, in the order of time.
///
/// It uses the decoder, the ``TraceSink``s and the spans of ``TraceReader`` while the program runs.
/// Reading is resumable: each call of ``read()`` delivers the events that the relay daemon has, and
/// returns.
///
/// ```swift
/// let address = LiveAddress("net://localhost/host/alpha/my-session")!
/// let reader = try LiveReader(address, sinks: [mySink])
/// while true {
///   switch try reader.read() {
///   case .delivered: continue
///   case .idle: usleep(50_000)
///   case .ended, .failed: return
///   }
/// }
/// ```
///
/// The numbers of names, open spans and processes bound its memory; the length of the session does
/// not matter. One thread uses a reader at a time.
public final class LiveReader {
  /// The result of a call of ``read()``.
  public enum Status: Sendable, Equatable {
    /// Events were delivered, and there may be more.
    case delivered
    /// There are none now. Try again after some 50 ms.
    case idle
    /// The session is closed, and everything was delivered.
    case ended
    /// The connection to the relay daemon is broken, for this reason.
    case failed(String)
  }

  /// Limits for the long life of a session's reader.
  static let openLimit = 1 << 16

  private let tables: TraceReader
  private let channel = BatchChannel()
  private let writer: BatchWriter
  private let streams: LiveStreams
  private let graph: LiveGraph
  private var builder: SpanBuilder
  private var finished: Status?
  private var ended: [ProcessIndex] = []

  /// The texts that spans and points refer to.
  public var names: NameTable { tables.names }
  /// The messages of the event that is being delivered.
  public var texts: EventTexts { tables.texts }
  /// The processes and threads that spans and points refer to.
  public var participants: TraceParticipants { tables.participants }

  /// The time up to which the session has been read, in nanoseconds since the Unix epoch; `nil`
  /// before the first event. It advances while the recorded program is idle.
  public var time: Int64? { streams.time }

  /// Connects to a relay daemon.
  ///
  /// - Parameters:
  ///   - address: The session.
  ///   - makeSinks: Creates the sinks from the tables that spans refer to.
  /// - Throws: ``TraceReaderError`` if the relay daemon does not answer.
  public init(
    _ address: LiveAddress,
    makeSinks: (_ names: NameTable, _ participants: TraceParticipants) -> [any TraceSink]
  ) throws(TraceReaderError) {
    tables = TraceReader(directory: address.description)
    writer = BatchWriter(channel)
    streams = LiveStreams(into: writer)
    graph = try LiveGraph(address, into: streams)
    builder = SpanBuilder(
      sinks: makeSinks(tables.names, tables.participants), of: tables, openLimit: Self.openLimit)
  }

  /// Connects to a relay daemon, with sinks that exist already.
  public convenience init(
    _ address: LiveAddress, sinks: [any TraceSink]
  ) throws(TraceReaderError) {
    try self.init(address) { _, _ in sinks }
  }

  /// Delivers the available events, up to several thousand.
  ///
  /// - Throws: An error of a sink.
  public func read() throws -> Status { try read { try $0() } }

  /// Delivers the available events; sinks and tables are only accessed within `protect`, which
  /// never waits for the relay daemon.
  func read(protect: (_ body: () throws -> Void) throws -> Void) throws -> Status {
    if let finished { return finished }
    for _ in 0..<64 {
      switch graph.step() {
      case .read:
        // Before the channel runs out of empty batches.
        try deliver(protect)
        continue
      case .idle:
        try deliverAll(protect)
        return .idle
      case .ended: finished = .ended
      case .failed(let reason): finished = .failed(reason)
      }
      try deliverAll(protect)
      try protect { try builder.finish(streams.summary) }
      return finished ?? .ended
    }
    try deliverAll(protect)
    return .delivered
  }

  /// Returns the processes that have ended since the last call, if the session records that.
  public func takeEndedProcesses() -> [ProcessIndex] {
    defer { ended = [] }
    return ended
  }

  /// Ends the open spans of a process that is known to have ended.
  ///
  /// A session with buffers per user does not record the end of a process.
  public func end(process: ProcessIndex) throws {
    try builder.end(process: process)
    ended.append(process)
  }

  /// Ends a call of ``read()`` that waits for the relay daemon. Any thread may call this.
  public func interrupt() { graph.interrupt() }

  private func deliver(_ protect: (() throws -> Void) throws -> Void) throws {
    while let batch = channel.poll() {
      defer { channel.recycle(batch) }
      try protect {
        tables.names.append(contentsOf: batch.names)
        tables.participants.add(batch)
        try batch.forEach(
          texts: tables.texts, event: { try builder.add($0) }, gap: { try builder.add($0) })
      }
    }
  }

  private func deliverAll(_ protect: (() throws -> Void) throws -> Void) throws {
    writer.flush()
    try deliver(protect)
    let new = streams.takeEndedProcesses()
    guard !new.isEmpty else { return }
    try protect { for process in new { try builder.end(process: process) } }
    ended += new
  }
}
