import CBabeltrace

/// Consumes the messages of a live session, whose streams are added and removed.
final class LiveStreams {
  private let decoder: EventDecoder
  private let output: BatchWriter
  private var clocks = ClockTable()
  private var streams: [OpaquePointer: Stream] = [:]
  private var last: (stream: OpaquePointer?, state: Stream?) = (nil, nil)
  /// The number of streams that have ended since the classes of events were released.
  private var endedStreams = 0
  /// The number of streams of each process, with buffers per process.
  private var streamCounts: [ProcessIndex: Int] = [:]

  /// The processes all of whose streams have ended since the last query.
  private(set) var endedProcesses: [ProcessIndex] = []
  /// The time up to which the session has been read, in nanoseconds since the Unix epoch; `nil`
  /// before the first message with a time.
  private(set) var time: Int64?

  /// The state of one stream.
  private final class Stream {
    var context: StreamContext
    let clockCorrection: Int64
    let process: ProcessIndex?
    let name: String
    /// The number of lost events according to the packets so far, and the number reported.
    var discarded: Int64 = 0
    var reported: UInt64 = 0

    init(
      _ context: StreamContext, clockCorrection: Int64, process: ProcessIndex?, name: String
    ) {
      self.context = context
      self.clockCorrection = clockCorrection
      self.process = process
      self.name = name
    }
  }

  init(into output: BatchWriter) {
    self.output = output
    decoder = EventDecoder(output)
  }

  /// Releases all objects of the graph.
  func close() {
    streams = [:]
    last = (nil, nil)
    decoder.releaseClasses()
  }

  var summary: TraceSummary { decoder.summary }

  func takeEndedProcesses() -> [ProcessIndex] {
    defer { endedProcesses = [] }
    return endedProcesses
  }

  /// Consumes one batch of messages: the sink's method.
  static func consume(
    _ iterator: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) -> bt_graph_simple_sink_component_consume_func_status {
    let streams = Unmanaged<LiveStreams>.fromOpaque(data.unsafelyUnwrapped).takeUnretainedValue()
    var messages: UnsafeMutablePointer<OpaquePointer?>?
    var count: UInt64 = 0
    switch bt_message_iterator_next(iterator, &messages, &count) {
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_OK: break
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_AGAIN:
      return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_AGAIN
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_END:
      return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_END
    case BT_MESSAGE_ITERATOR_NEXT_STATUS_MEMORY_ERROR:
      return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_MEMORY_ERROR
    default:
      return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_ERROR
    }
    for index in 0..<Int(count) {
      guard let message = messages?[index] else { continue }
      streams.take(message)
      bt_message_put_ref(message)
    }
    return BT_GRAPH_SIMPLE_SINK_COMPONENT_CONSUME_FUNC_STATUS_OK
  }

  private func take(_ message: OpaquePointer) {
    switch bt_message_get_type(message) {
    case BT_MESSAGE_TYPE_EVENT: takeEvent(message)
    case BT_MESSAGE_TYPE_MESSAGE_ITERATOR_INACTIVITY:
      let clock = bt_message_message_iterator_inactivity_borrow_clock_snapshot_const(message)
      var timestamp: Int64 = 0
      if bt_clock_snapshot_get_ns_from_origin(clock, &timestamp)
        == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK
      {
        advance(to: timestamp)
      }
    case BT_MESSAGE_TYPE_STREAM_BEGINNING:
      if let stream = bt_message_stream_beginning_borrow_stream_const(message) { begin(stream) }
    case BT_MESSAGE_TYPE_STREAM_END:
      if let stream = bt_message_stream_end_borrow_stream_const(message) { end(stream) }
    case BT_MESSAGE_TYPE_PACKET_BEGINNING:
      if let packet = bt_message_packet_beginning_borrow_packet_const(message),
        let stream = bt_packet_borrow_stream_const(packet)
      {
        streams[stream]?.context.processor = StreamMerger.processor(of: message)
      }
    case BT_MESSAGE_TYPE_DISCARDED_EVENTS: noteDiscardedEvents(message)
    case BT_MESSAGE_TYPE_DISCARDED_PACKETS: noteDiscardedPackets(message)
    default: break
    }
  }

  private func advance(to timestamp: Int64) {
    if timestamp > time ?? .min { time = timestamp }
  }

  private func takeEvent(_ message: OpaquePointer) {
    guard let event = bt_message_event_borrow_event_const(message),
      let stream = bt_event_borrow_stream_const(event)
    else { return }
    if last.stream != stream { last = (stream, streams[stream]) }
    guard let state = last.state else { return }
    let clock = bt_message_event_borrow_default_clock_snapshot_const(message)
    var timestamp: Int64 = 0
    guard
      bt_clock_snapshot_get_ns_from_origin(clock, &timestamp)
        == BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK
    else { return }
    timestamp &+= state.clockCorrection
    advance(to: timestamp)
    if let decoded = decoder.decode(event, at: timestamp, &state.context) {
      _ = output.add(decoded)
    }
  }

  // MARK: - Streams

  private func begin(_ stream: OpaquePointer) {
    let streamClass = bt_stream_borrow_class_const(stream)
    // Without a clock its events have no time, and cannot be ordered.
    guard let clock = bt_stream_class_borrow_default_clock_class_const(streamClass) else { return }
    let context = output.processes.context(of: stream, source: 0)
    let process = output.processes.process(of: context)
    streams[stream] = Stream(
      context, clockCorrection: clocks.correction(of: clock, in: context.session),
      process: process,
      name: bt_stream_get_name(stream).map { String(cString: $0) } ?? "")
    if let process { streamCounts[process, default: 0] += 1 }
  }

  private func end(_ stream: OpaquePointer) {
    last = (nil, nil)
    guard let state = streams.removeValue(forKey: stream) else { return }
    if let process = state.process, let count = streamCounts[process] {
      streamCounts[process] = count > 1 ? count - 1 : nil
      if count == 1 { endedProcesses.append(process) }
    }
    // Each process has classes of its own: the classes of ended processes would accumulate.
    endedStreams += 1
    if endedStreams.isMultiple(of: 64) { decoder.releaseClasses() }
  }

  // MARK: - Losses

  private func noteDiscardedEvents(_ message: OpaquePointer) {
    guard let stream = bt_message_discarded_events_borrow_stream_const(message),
      let state = streams[stream]
    else { return }
    var count: UInt64 = 0
    guard
      bt_message_discarded_events_get_count(message, &count)
        == BT_PROPERTY_AVAILABILITY_AVAILABLE
    else { return note(message, .events, count: nil, state) }
    // Under load some packets say 0, which is a negative difference, followed by an equal positive
    // one.
    state.discarded &+= Int64(bitPattern: count)
    let total = UInt64(clamping: state.discarded)
    guard total > state.reported else { return }
    note(message, .events, count: total - state.reported, state)
    state.reported = total
  }

  private func noteDiscardedPackets(_ message: OpaquePointer) {
    guard let stream = bt_message_discarded_packets_borrow_stream_const(message),
      let state = streams[stream]
    else { return }
    var count: UInt64 = 0
    let isCounted =
      bt_message_discarded_packets_get_count(message, &count)
      == BT_PROPERTY_AVAILABILITY_AVAILABLE
    if !isCounted || count > 0 { note(message, .packets, count: isCounted ? count : nil, state) }
  }

  private func note(
    _ message: OpaquePointer, _ unit: TraceGap.Unit, count: UInt64?, _ state: Stream
  ) {
    let range = StreamMerger.timeRange(of: message, unit)
    let latest = time ?? 0
    _ = output.add(
      TraceGap(
        stream: state.name, process: state.process,
        start: (range?.start).map { $0 &+ state.clockCorrection } ?? latest,
        end: (range?.end).map { $0 &+ state.clockCorrection } ?? latest, unit: unit, count: count))
  }
}
