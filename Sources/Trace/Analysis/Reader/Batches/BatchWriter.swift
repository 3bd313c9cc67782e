/// Writes decoded messages to batches.
final class BatchWriter {
  let names: NameInterner
  let processes: ProcessTable

  /// The time of the first event of the trace.
  var start: Int64?

  private let channel: BatchChannel
  private var batch: MessageBatch?
  /// The number of names and processes at the start of the batch.
  private var knownNames = 0
  private var knownThreads = 0

  init(_ channel: BatchChannel, names: NameInterner = NameInterner()) {
    self.channel = channel
    self.names = names
    processes = ProcessTable()
    knownNames = names.names.count
    batch = channel.take()
  }

  /// Whether no more messages are accepted.
  var isClosed: Bool { batch == nil }

  /// Adds an event; `false` if no more are accepted.
  @inline(__always)
  func add(_ event: TraceEvent) -> Bool {
    guard let batch else { return false }
    batch.add(event)
    return batch.isFull ? handOver() : true
  }

  /// Adds a gap; `false` if no more are accepted.
  func add(_ gap: TraceGap) -> Bool {
    guard let batch else { return false }
    batch.add(gap)
    return batch.isFull ? handOver() : true
  }

  /// Stores the texts of the next event.
  func keep(message: UnsafeRawBufferPointer, metadata: UnsafeRawBufferPointer) {
    batch?.keep(message: message, metadata: metadata)
  }

  /// Reports the progress of reading.
  func note(_ progress: ReadingProgress) {
    batch?.progress = progress
    handOver()
  }

  /// Passes on the current batch.
  func flush() { handOver() }

  /// Passes on the current batch, and ends the sequence.
  func end() {
    handOver()
    channel.end()
  }

  @discardableResult
  private func handOver() -> Bool {
    guard let batch else { return false }
    batch.names = Array(names.names[knownNames...])
    knownNames = names.names.count
    batch.furtherNames = names.furtherNames.count
    batch.threads = Array(processes.threads[knownThreads...])
    knownThreads = processes.threads.count
    batch.processes = processes.takeChanged()
    batch.hosts = processes.hosts
    batch.start = start
    batch.hasProcessContext = processes.streamsHaveContext ?? false
    channel.put(batch)
    self.batch = channel.take()
    return self.batch != nil
  }
}
