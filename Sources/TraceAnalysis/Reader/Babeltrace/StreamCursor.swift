/// The place reached in one stream of a trace.
struct StreamCursor {
  let iterator: OpaquePointer
  /// Index of its trace among the sources.
  let source: Int

  var messages: UnsafeMutablePointer<OpaquePointer?>?
  var messageCount = 0
  var position = 0

  /// The event at `position`, with its time.
  var event: OpaquePointer?
  var timestamp: Int64 = 0

  /// What to add to times of this stream, in nanoseconds: see ``ClockTable``.
  var clockCorrection: Int64 = 0

  var name = ""
  /// How many packets were begun.
  var packets = 0
  /// What the library said about damage that lies behind the messages at hand.
  var pendingError: String?
  var context = StreamContext()
  var loss = StreamLoss(stream: "")
  /// How many events the packets so far say were lost.
  var discarded: Int64 = 0

  init(iterator: OpaquePointer, source: Int) {
    self.iterator = iterator
    self.source = source
  }
}

/// What a stream says about the process, the thread and the processor of its events.
struct StreamContext {
  /// Stands for the trace; the same for all parts of a rotated one.
  var traceKey: Int32 = 0
  var environmentVpid: Int64?
  var environmentName = ""
  /// The machine's name.
  var host = ""
  /// When its clock was at 0, in nanoseconds since the Unix epoch.
  var clockOrigin: Int64?

  var vpid = FieldReference.missing
  var vtid = FieldReference.missing
  var procname = FieldReference.missing

  /// The processor of the packet that is being read.
  var processor: Int32?

  /// The thread of the event before, which is often that of the next one.
  var lastThread = Thread(process: -1, vtid: .min, index: nil)

  struct Thread {
    var process: ProcessIndex
    var vtid: Int64
    var index: ThreadIndex?
  }

  /// The process of the event before, which nearly always is that of the next one.
  var lastVpid: Int64 = .min
  var lastProcess: ProcessIndex = -1
}
