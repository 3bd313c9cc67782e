/// The position in one stream of a trace.
struct StreamCursor {
  let iterator: OpaquePointer
  /// The index of its trace among the sources.
  let source: Int

  var messages: UnsafeMutablePointer<OpaquePointer?>?
  var messageCount = 0
  var position = 0

  /// The event at `position`, with its time.
  var event: OpaquePointer?
  var timestamp: Int64 = 0

  /// The correction of this stream's times, in nanoseconds: see ``ClockTable``.
  var clockCorrection: Int64 = 0

  var name = ""
  /// The number of packets so far.
  var packets = 0
  /// The library's message about damage behind the current messages.
  var pendingError: String?
  /// The packets of this stream that are read, `nil` if they cannot be identified.
  var selection: SelectedPackets?
  /// Whether the current packet is read in another directory.
  var isSkipping = false
  /// The place of the current packet among the stream's packets in all directories.
  var order = 0
  var context = StreamContext()
  var loss = StreamLoss(stream: "")
  /// The number of lost events according to the packets so far.
  var discarded: Int64 = 0

  init(iterator: OpaquePointer, source: Int) {
    self.iterator = iterator
    self.source = source
  }
}

/// The process, the thread and the processor of a stream's events.
struct StreamContext {
  /// Identifies the trace; the same for all parts of a rotated one.
  var traceKey: Int32 = 0
  var environmentVpid: Int64?
  var environmentName = ""
  /// The machine's name.
  var host = ""
  var session = Session()
  /// The time at which its clock was 0, in nanoseconds since the Unix epoch.
  var clockOrigin: Int64?
  /// The directory of its recording.
  var recording: String?

  var vpid = FieldReference.missing
  /// The namespace of that id.
  var namespace = FieldReference.missing
  var vtid = FieldReference.missing
  var procname = FieldReference.missing

  /// The processor of the packet that is being read.
  var processor: Int32?

  /// The thread of the previous event, which is often also the thread of the next one.
  var lastThread = Thread(process: -1, vtid: .min, index: nil)

  /// The session of LTTng that wrote a trace.
  ///
  /// All chunks and snapshots of a recording are of one session, wherever they are stored. A
  /// recording that is resumed has several.
  struct Session: Hashable {
    var host = ""
    var name = ""
    /// The date and time of its creation.
    var creation = ""
  }

  struct Thread {
    var process: ProcessIndex
    var vtid: Int64
    var index: ThreadIndex?
  }

  /// The process of the previous event, which is almost always also the process of the next one.
  var lastVpid: Int64 = .min
  var lastNamespace: UInt64 = 0
  var lastProcess: ProcessIndex = -1
}
