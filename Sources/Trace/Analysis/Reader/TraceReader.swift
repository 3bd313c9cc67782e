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
/// Memory does not grow with the trace. Damage does not throw: the reader delivers everything up to
/// it, continues with other streams, and describes it in ``TraceSummary/damage``.
public struct TraceReader {
  /// The directories below which the reader looks for traces.
  public let directories: [String]

  /// The directory, or a list of all directories as text.
  public var directory: String { directories.joined(separator: ", ") }

  /// The texts that events refer to.
  public let names = NameTable()

  /// The messages of the current event.
  public let texts = EventTexts()

  /// The processes and threads that events refer to, in the part that has been read.
  public let participants = TraceParticipants()

  /// Called about once per 4,000 events while the trace is read, for example for a progress line.
  public var onProgress: ((ReadingProgress) -> Void)?

  /// Creates a reader for all traces below a directory.
  public init(directory: String) {
    self.init(directories: [directory])
  }

  /// Creates a reader for all traces below several directories, such as parts of one recording.
  ///
  /// Each event is read once, also if directories contain each other, or copies.
  public init(directories: [String]) {
    self.directories = directories
  }

  /// Calls a function for each event of the provider `composable`.
  ///
  /// - Parameter body: Called with each event. If it throws, reading ends.
  /// - Returns: The summary of the trace, with losses and damage.
  /// - Throws: ``TraceReaderError`` if there is no trace to read, or an error of `body`.
  public func forEachEvent(_ body: (TraceEvent) throws -> Void) throws -> TraceSummary {
    try forEach(event: body, gap: { _ in })
  }

  /// Calls functions for each event, and for each gap where events were lost.
  ///
  /// The trace is decoded on another thread, up to a few thousand events ahead.
  package func forEach(
    event: (TraceEvent) throws -> Void, gap: (TraceGap) throws -> Void
  ) throws -> TraceSummary {
    names.removeAll()
    participants.removeAll()
    let channel = BatchChannel()
    let directories = try TraceDirectories(below: self.directories)
    var causes = SnapshotCauses(of: directories.recordings.outermost)
    let producer = TraceProducer(
      directories, reportsProgress: onProgress != nil, into: channel)
    producer.start()
    do {
      while let batch = channel.next() {
        names.append(contentsOf: batch.names)
        names.further = batch.furtherNames
        participants.add(batch)
        if let onProgress, let progress = batch.progress { onProgress(progress) }
        if causes.isEmpty {
          try batch.forEach(texts: texts, event: event, gap: gap)
        } else {
          try batch.forEach(
            texts: texts,
            event: {
              causes.add($0, names)
              try event($0)
            }, gap: gap)
        }
        channel.recycle(batch)
      }
    } catch {
      channel.close()
      // Indices of damaged traces are removed by then.
      _ = try? producer.finish()
      throw error
    }
    var summary = try producer.finish()
    summary.remarks =
      directories.repeated.map {
        "The traces of “\($0)” are in the directories before it; each is read once."
      }
      + PartRelation.remarks(summary.parts, name: directories.recordings.name)
      + directories.recordings.remarks(causes: causes.found)
      + TraceSampling.remarks(of: summary.processes)
      + names.remarks
    return summary
  }
}
