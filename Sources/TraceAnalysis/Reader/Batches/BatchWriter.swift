/// Fills batches with what is decoded, one after the other.
final class BatchWriter {
  let names: NameInterner
  let processes: ProcessTable

  /// The time of the first event of the trace.
  var start: Int64?

  private let channel: BatchChannel
  private var batch: MessageBatch?
  /// Names and processes that the batch did not have when it was begun.
  private var knownNames = 0
  private var knownThreads = 0

  init(_ channel: BatchChannel, names: NameInterner = NameInterner()) {
    self.channel = channel
    self.names = names
    processes = ProcessTable()
    knownNames = names.names.count
    batch = channel.take()
  }

  /// Whether nothing more is wanted.
  var isClosed: Bool { batch == nil }

  /// Adds an event; `false` if nothing more is wanted.
  @inline(__always)
  func add(_ event: TraceEvent) -> Bool {
    guard let batch else { return false }
    batch.add(event)
    return batch.isFull ? handOver() : true
  }

  /// Adds a gap; `false` if nothing more is wanted.
  func add(_ gap: TraceGap) -> Bool {
    guard let batch else { return false }
    batch.add(gap)
    return batch.isFull ? handOver() : true
  }

  /// Keeps the texts of the event that is added next.
  func keep(message: UnsafeRawBufferPointer, metadata: UnsafeRawBufferPointer) {
    batch?.keep(message: message, metadata: metadata)
  }

  /// Says how far the trace has been read.
  func note(_ progress: ReadingProgress) {
    batch?.progress = progress
    handOver()
  }

  /// Hands over what there is, and says that there is no more.
  func end() {
    handOver()
    channel.end()
  }

  @discardableResult
  private func handOver() -> Bool {
    guard let batch else { return false }
    batch.names = Array(names.names[knownNames...])
    knownNames = names.names.count
    batch.threads = Array(processes.threads[knownThreads...])
    knownThreads = processes.threads.count
    batch.processes = processes.takeChanged()
    batch.start = start
    batch.hasProcessContext = processes.streamsHaveContext ?? false
    channel.put(batch)
    self.batch = channel.take()
    return self.batch != nil
  }
}
